// Keys, and a form that is sent once. Without this file all of the page works with the mouse and with Tab.
"use strict";

const writing = (target) => target.closest("input, textarea, select, [contenteditable]") !== null;

function move(step) {
  const rows = [...document.querySelectorAll("#queue a.row")];
  if (rows.length === 0) return;
  const at = rows.indexOf(document.activeElement);
  const to = at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + step, 0), rows.length - 1);
  rows[to].focus();
}

function showKeys() {
  const keys = document.getElementById("keys");
  if (keys === null) return;
  keys.open = !keys.open;
  if (keys.open) keys.querySelector("summary").focus();
}

// What is to be filled in is marked, ready to be written over; without a blank one writes on at the end.
function write() {
  const reply = document.getElementById("reply");
  if (reply === null) return;
  const blank = /\[to be [^\]]*\]/.exec(reply.value);
  const [from, to] = blank ? [blank.index, blank.index + blank[0].length] : [reply.value.length, reply.value.length];
  reply.focus();
  reply.setSelectionRange(from, to);
}

// Whoever takes a conversation from somebody else first says that they have asked: Space ticks it, Enter takes it.
function take() {
  const free = document.getElementById("take-form");
  if (free !== null) free.requestSubmit();
  else document.getElementById("asked")?.focus();
}

const does = {
  j: () => move(1),
  k: () => move(-1),
  r: write,
  t: take,
  p: () => document.getElementById("release-form")?.requestSubmit(),
  "?": showKeys,
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.id === "reply") {
    event.preventDefault();
    document.getElementById("reply-form").requestSubmit();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || writing(event.target)) return;
  const action = does[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent === "yes") event.preventDefault();
  form.dataset.sent = "yes";
});

// A page that comes back from the browser's memory can be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});
