/** Brings what lies over the page after Submit, as a chunk of its own with its words. */
import { lazy, Suspense, useEffect } from 'react';
import { loadWords } from '../../i18n.tsx';
import { OverlayBusy } from '../../ui/OverlayBusy.tsx';
import type { StatusLayerProps } from '../status/layer.tsx';
import { useWizardState } from '../wizard.tsx';

const load = async () => {
  const [layer] = await Promise.all([import('../status/layer.tsx'), loadWords('status')]);
  return layer;
};

const StatusLayer = lazy(load);

/** Fetched as soon as the page stands, so that it is there even when the connection is lost before Submit. */
export function StatusOverlay(props: StatusLayerProps) {
  useEffect(() => {
    load().catch(() => {});
  }, []);
  const isOver = useWizardState(
    (now) => now.matches({ flow: 'submission' }) || now.matches({ flow: 'status' }),
  );
  if (!isOver) return null;
  return (
    <Suspense fallback={<OverlayBusy announce={null} />}>
      <StatusLayer {...props} />
    </Suspense>
  );
}
