/** The start of the consumer app. */
import { StartPage } from './start.tsx';

export default function Home() {
  return <StartPage />;
}
