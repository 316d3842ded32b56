// Runs with the page, ahead of the app's script (scripts/prerender.ts): what a person does until then is not lost.
(() => {
  const root = document.getElementById('root');
  const { dataset } = root;
  let storage = {};
  try {
    storage = localStorage;
  } catch {}
  const { language = dataset.language } = storage;
  const hasLoans = Object.keys(storage).some((name) => name.startsWith('feepath.loan.'));
  // The app shows another screen then.
  if (language !== dataset.language || hasLoans) {
    root.replaceChildren();
    delete dataset.language;
  }
  root.addEventListener('submit', (event) => {
    if (!dataset.language) return;
    event.preventDefault();
    dataset.submitted = '';
  });
  root.addEventListener('change', ({ target }) => {
    if (dataset.language && target.matches('.language')) storage.language = target.value;
  });
})();
