/** Script and style sheet of the sandbox's school page, as a school would write them. */

/** Keeps the id of the application, and hands it back when the page is loaded again. */
export const partnerScript = `
const list = document.getElementById('event-list');
const place = document.getElementById('loan');
let opened = null;

for (const type of ['feepath.ready', 'feepath.loan.created', 'feepath.loan.submitted', 'feepath.loan.status', 'feepath.close'])
  document.addEventListener(type, ({ detail }) => {
    const item = document.createElement('li');
    item.dataset.event = type;
    item.textContent = [type, detail?.loanId, detail?.status].filter(Boolean).join(' ');
    list.append(item);
  });

function open(more) {
  opened?.close();
  opened = Feepath.open({
    key: place.dataset.key,
    institute: place.dataset.institute,
    loanId: localStorage.getItem('loanId'),
    onLoanCreated: ({ loanId }) => localStorage.setItem('loanId', loanId),
    onClose: () => (opened = null),
    ...more,
  });
}

const openInline = () => open({ container: place, mode: 'inline' });
document.getElementById('open-inline').addEventListener('click', openInline);
document.getElementById('open-dialog').addEventListener('click', () => open({ mode: 'dialog' }));
document.getElementById('start-again').addEventListener('click', () => {
  opened?.close();
  localStorage.removeItem('loanId');
  list.replaceChildren();
});
if (localStorage.getItem('loanId')) openInline();
`;

export const partnerStyle = `
:root{color-scheme:light;--green:#1f5138;--sand:#f6f2e9;--ink:#22261f}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem}
body{margin:0;background:#fff;color:var(--ink);font:1rem/1.6 Georgia,'Times New Roman',serif}
header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:center;justify-content:space-between;padding:.75rem max(1rem,calc(50% - 30rem));background:var(--green);color:#fff}
.school{margin:0;font-size:1.05rem;font-weight:700;line-height:1.25}
nav{display:flex;gap:1.25rem}
nav a{color:#fff;padding-block:.25rem}
main,footer{max-width:62rem;margin-inline:auto;padding-inline:1rem}
section{padding-block:1.5rem}
h1,h2{line-height:1.2;color:var(--green);text-wrap:balance}
.table{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:start;color:#555b50;padding-block-end:.5rem}
th,td{padding:.5rem .75rem;border-bottom:1px solid #d8d3c4;text-align:end}
th:first-child{text-align:start}
thead th{background:var(--sand)}
tbody th{font-weight:400;white-space:nowrap}
.choices{display:flex;flex-wrap:wrap;gap:.75rem}
button{min-height:2.75rem;padding:.5rem 1.25rem;border:2px solid var(--green);border-radius:.25rem;background:var(--green);color:#fff;font:inherit;cursor:pointer}
#open-dialog,#start-again{background:#fff;color:var(--green)}
a:focus-visible,button:focus-visible{outline:3px solid #c98a1b;outline-offset:2px}
#loan:not(:empty){margin-block:1rem;border:1px solid #d8d3c4;border-radius:.25rem;overflow:hidden}
#event-list{min-height:3rem;padding:1rem 1rem 1rem 3rem;background:var(--sand);font:.875rem/1.7 ui-monospace,monospace;overflow-wrap:anywhere}
footer{padding-block:1.5rem;border-top:1px solid #d8d3c4;color:#555b50}
@media (width < 40rem){#fees th,#fees td{padding-inline:.4rem;font-size:.9375rem}}
`;
