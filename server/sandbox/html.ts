/** Builds the sandbox's pages: no script, one style sheet, nothing from other sites. */

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const pageHeaders: Record<string, string> = {
  'cache-control': 'no-store',
  // The form's answer leads back to the app, which is of the same origin.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** @param content HTML */
export const pageOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="sandbox">Sandbox: no company is asked, and no money moves.</p>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;

/** Labels and values. */
export const factsHtml = (facts: readonly (readonly [label: string, value: string])[]): string =>
  `<dl>${facts.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>`;

/** Buttons of a form, each of which says what happens. @param outcomes by the name that is sent */
export const outcomeButtons = (outcomes: Readonly<Record<string, string>>, kind: 'main' | 'other'): string =>
  Object.entries(outcomes)
    .map(
      ([name, label]) =>
        `<button class="${kind}" name="outcome" value="${escaped(name)}">${escaped(label)}</button>`,
    )
    .join('\n');

/** The form with the outcome that is meant, and what else can happen. */
export const outcomeForm = (
  meant: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>>,
): string => `<form method="post">
${outcomeButtons(meant, 'main')}
<h2>What else can happen</h2>
${outcomeButtons(others, 'other')}
</form>`;

const style = `
:root{color-scheme:light dark;--ink:#1b1b1f;--soft:#55565e;--line:#c9cad2;--ground:#f4f5f8;--sheet:#fff;--accent:#1d4ed8;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#eceef3;--soft:#b3b6c2;--line:#4a4d59;--ground:#14151a;--sheet:#1e2027;--accent:#9db8ff;--on-accent:#0b1430}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0 1rem;text-wrap:balance}
h2{font-size:1.0625rem;margin:1.5rem 0 .5rem}
.sandbox,.facts{margin:0;color:var(--soft);font-size:.875rem}
ol{list-style:none;margin:0;padding:0}
li h2{margin-top:0}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
dl,fieldset,li{margin:0 0 1rem;padding:1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--sheet)}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.25rem 0}
dt{color:var(--soft)}
dd{margin:0;font-weight:600;overflow-wrap:anywhere}
legend{padding:0 .25rem;font-weight:600}
label{display:block;margin:.5rem 0}
label.choice{display:flex;gap:.5rem;align-items:center;min-height:2.75rem;margin:0}
input:not([type=radio]),select{display:block;width:100%;min-height:2.75rem;padding:.5rem;border:1px solid var(--line);border-radius:.375rem;background:var(--ground);color:inherit;font:inherit}
.qr{display:block;width:11rem;height:11rem;margin:.5rem auto;padding:.5rem;background:#fff;border-radius:.375rem}
.qr svg{width:100%;height:100%}
button{display:block;width:100%;min-height:2.75rem;margin:.5rem 0;padding:.5rem 1rem;border:1px solid var(--accent);border-radius:.5rem;background:transparent;color:var(--accent);font:inherit;font-weight:600;cursor:pointer}
button.main{background:var(--accent);color:var(--on-accent)}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;
