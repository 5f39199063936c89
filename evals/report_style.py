"""How the page of a run looks: light and dark, on a narrow screen and on paper."""

STYLE = """
:root { color-scheme: light dark; --ink: #1d2226; --dim: #5c656d; --page: #fff; --card: #f5f7f8; --line: #d5dbe0;
  --good: #1f7a3d; --bad: #b3321d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8eb; --dim: #a0a9b1; --page: #14181b; --card: #1d2327;
  --line: #39424a; --good: #6cc98a; --bad: #ff8f77; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 72rem; margin: 0 auto;
  padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .25rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
h2 small { font-weight: normal; color: var(--dim); font-size: .9rem; }
.verdict { font-size: 1.1rem; font-weight: 600; border-left: .4rem solid; padding: .5rem .75rem; margin: .75rem 0;
  background: var(--card); }
.good { color: var(--good); } .bad { color: var(--bad); } .dim { color: var(--dim); }
table { border-collapse: collapse; margin: .75rem 0; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top;
  overflow-wrap: break-word; }
th { font-weight: 600; color: var(--dim); font-size: .85rem; }
.words { text-align: left; }
.measures { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding: 0; margin: .5rem 0; list-style: none; }
.measures b { font-variant-numeric: tabular-nums; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr)); gap: 1rem; align-items: start; }
figure { margin: 0; padding: .75rem; background: var(--card); border-radius: .5rem; break-inside: avoid; }
figcaption { font-weight: 600; margin-bottom: .5rem; }
figure svg { display: block; width: 100%; max-width: 32rem; height: auto; font-family: system-ui, sans-serif; }
figure svg * { stroke-linejoin: round; stroke-linecap: butt; }
details { border-bottom: 1px solid var(--line); }
details[open] { padding-bottom: .75rem; }
summary { cursor: pointer; padding: .35rem 0; }
summary b { font-weight: 600; } summary i { font-style: normal; color: var(--dim); }
.tag { font-size: .8rem; border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .5rem; color: var(--dim);
  white-space: nowrap; }
dl { margin: .25rem 0 .5rem; display: grid; grid-template-columns: 6rem 1fr; gap: .25rem .75rem; }
dt { color: var(--dim); } dd { margin: 0; white-space: pre-wrap; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card); border-radius: .5rem; padding: .75rem;
  font: 13px/1.45 ui-monospace, monospace; margin: .5rem 0; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; }
  body { padding: 1rem .75rem 3rem; } table { font-size: .85rem; } th, td { padding-right: .4rem; } figure { padding: .5rem; } }
@media print { :root { --ink: #000; --dim: #444; --page: #fff; --card: #fff; --line: #bbb; --good: #1f7a3d; --bad: #b3321d; }
  body { max-width: none; padding: 0; font-size: 11pt; } details::details-content { content-visibility: visible; display: block; }
  figure { border: 1px solid var(--line); } }
"""
