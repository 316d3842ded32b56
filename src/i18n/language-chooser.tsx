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
      // The page keeps its language if the messages cannot be fetched.
      onChoose={(code) => void change(code).catch(() => undefined)}
    />
  );
}
