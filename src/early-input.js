// Runs with the page, ahead of the app's script (scripts/prerender.ts): what a person does until then is not lost.
(() => {
  const root = document.getElementById('root');
  const { dataset } = root;
  let storage = {};
  try {
    storage = localStorage;
  } catch {}
  const { language = dataset.language } = storage;
  if (language !== dataset.language || Object.keys(storage).some((name) => name.startsWith('feepath.loan.')))
    root.replaceChildren();
  root.addEventListener('submit', (event) => {
    if (!dataset.language) return;
    event.preventDefault();
    dataset.submitted = '';
  });
  root.addEventListener('change', ({ target }) => {
    if (dataset.language && target.matches('.language')) storage.language = target.value;
  });
})();
