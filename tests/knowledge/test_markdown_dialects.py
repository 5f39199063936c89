import pytest

from knowledge.markdown_dialects import common_markdown


@pytest.mark.parametrize(
    ("text", "common"),
    [
        ("{% include a.md %}Text {%- assign x = 1 -%}.", "Text ."),
        ("{% if a %}\nOne\n{% else %}\nTwo\n{% endif %}", "\nOne\n\nTwo\n"),
        ("[Orders]({% link sales/orders.md %})", "[Orders](sales/orders.md)"),
        ("See {{ site.name }}[a]({{ site.url }}/b)", "See [a](/b)"),
        ("[a]({{root_url}}/b) for {{customer}}", "[a](/b) for {{customer}}"),
        ("{% raw %}{{var x}}{% endraw %}", "{{var x}}"),
        ("a{% comment %}\nhidden\n{% endcomment %}b", "a\n\nb"),
        ("![a](b.png){: .zoom}\n{:.lead}", "![a](b.png)\n"),
        ("{:.callout-tip}\nText.", ":::tip:::\nText."),
        ("{% hint style='warning' %}\nHot.\n{% endhint %}", ":::warning\nHot.\n:::"),
        ('{% tabs %}\n{% tab title="Mac" %}\na\n{% endtab %}\n{% endtabs %}', "\n:::tab Mac\na\n:::\n"),
        ("{% highlight sh %}\nls\n{% endhighlight %}", "```sh\nls\n```"),
        ('=== "Linux"\n\n    a', '!!! tab "Linux"\n\n    a'),
        ("+++More\nText.\n+++", ":::details More\nText.\n:::"),
        ("The [!UICONTROL Save] of [!DNL Admin]", "The Save of Admin"),
        ("<table><td>[!DNL Admin] [!BADGE New]{type=x}</td>\n\n</table>", "<table><td>Admin New</td>\n<wbr>\n</table>"),
        ("import A from '@site/a';\n\nexport const b = 1;\n\nText.", "\n\n\n\nText."),
        ("Sold[^1].\n\n[^1]: Not now.", "Sold\\[1\\].\n\n\\[1\\]: Not now."),
        ("A class [^a-z] and a [^9].", "A class [^a-z] and a [^9]."),
        ("100% {sure} {%", "100% {sure} {%"),
    ],
)
def test_what_site_generators_add_is_dropped_or_said_in_markdown(text: str, common: str) -> None:
    assert common_markdown(text) == common
    assert common.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "Write `{% include a %}` and ``{{ site.x }}``.",
        "```liquid\n{% include a %}\n{{ site.x }}\n```",
        "- step\n\n  ~~~\n  {: .x}\n  +++ b\n  ~~~",
        "```\nimport a from 'b'\nnever closed",
    ],
)
def test_code_is_left_alone(text: str) -> None:
    assert common_markdown(text) == text
