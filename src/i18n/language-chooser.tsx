/** The language chooser of every page's bar. */
import { useIntl } from 'react-intl';
import { useLanguage } from './i18n.tsx';
import { LanguageSelect } from '../ui/page.tsx';

export function LanguageChooser() {
  const intl = useIntl();
  const { language, languages, change } = useLanguage();
  return (
    <LanguageSelect
      label={intl.formatMessage({ id: 'app.language' })}
      value={language}
      languages={languages}
      // If the messages cannot be fetched, the page keeps its language.
      onChoose={(code) => void change(code).catch(() => undefined)}
    />
  );
}
