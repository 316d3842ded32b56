/** `npm run gallery`: every piece of src/ui in its states, in each language and theme, with words of the catalogue. */
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { namespaces, type Namespace } from '../../locales/index.ts';
import { loadInitialLanguage, loadMessages, MessagesProvider, useLanguage } from '../../src/i18n/i18n.tsx';
import { Card } from '../../src/ui/card.tsx';
import { LanguageSelect, Page } from '../../src/ui/page.tsx';
import { Select } from '../../src/ui/select.tsx';
import { pieces } from './pieces.tsx';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

await loadInitialLanguage();
await Promise.all((Object.keys(namespaces) as Namespace[]).map(loadMessages));
createRoot(document.getElementById('root') ?? document.body).render(
  <MessagesProvider>
    <Gallery />
  </MessagesProvider>,
);

function Gallery() {
  const { language, languages, change } = useLanguage();
  const [theme, setTheme] = useState<Theme>('light');
  useEffect(() => showTheme(theme), [theme]);
  return (
    <Page
      product="Gallery"
      skip="Skip to the pieces"
      language={
        <LanguageSelect
          label="Language"
          value={language}
          languages={languages}
          onChoose={(code) => void change(code)}
        />
      }
      title="Every piece of src/ui"
      lead="In all states. The words are those of the catalogue."
    >
      <Select
        id="theme"
        label="Theme"
        prompt="Theme"
        required={false}
        value={theme}
        options={themes.map((value) => ({ value, label: value }))}
        onValue={(value) => setTheme(themes.find((one) => one === value) ?? 'light')}
      />
      {Object.entries(pieces).map(([name, Piece]) => (
        <Card key={name} title={name}>
          <Piece />
        </Card>
      ))}
    </Page>
  );
}

/** The style sheets ask what the browser prefers; here they are told by the conditions of their rules. */
function showTheme(theme: Theme): void {
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSMediaRule && darkRules.has(rule))
        rule.media.mediaText = theme === 'dark' ? 'all' : 'not all';
  document.documentElement.style.colorScheme = theme;
}

const darkRules = new Set<CSSRule>(
  [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter(
      (rule) => rule instanceof CSSMediaRule && rule.conditionText.includes('prefers-color-scheme: dark'),
    ),
  ),
);
