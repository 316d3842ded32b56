/** Effects of a change of screens: a slide between the steps, and prefetching the next screen. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { addressOf, type Place, places } from '../../../domain/pages/steps.ts';

const slideMs = 200;

/** Slides the next step in from its side; not the first step shown, and not if the system asks for less motion. */
export function useStepSlide(place: Place | null): void {
  const last = useRef<Place | null>(null);
  useLayoutEffect(() => {
    if (place === null || place === last.current) return;
    const [from, to] = [last.current, place].map((one) => (one ? places.indexOf(one) : -1)) as [
      number,
      number,
    ];
    last.current = place;
    if (from < 0 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const main = document.querySelector('main');
    const side = to > from ? '1.5rem' : '-1.5rem';
    main?.animate({ translate: [side, '0'], opacity: [0, 1] }, { duration: slideMs, easing: 'ease-out' });
    // Clipping keeps the animation from making the page wider.
    main?.parentElement?.animate({ overflowX: ['clip', 'clip'] }, slideMs);
  }, [place]);
}

/**
 * The time in milliseconds without typing before the next screen is fetched: the current screen's own requests come
 * first, and keys do not wait for the evaluation of modules.
 */
const prefetchDelayMs = 1_500;

/** Fetches the chunk and the messages of the next screen at the first pause in this one. */
export function usePrefetchNextScreen(place: Place | null): void {
  const router = useRouter();
  const next = place && places[places.indexOf(place) + 1];
  useEffect(() => {
    if (!next) return;
    const typing = new AbortController();
    const prefetch = () => {
      typing.abort();
      void router.preloadRoute({ to: addressOf(next, '-') });
    };
    let timer = setTimeout(prefetch, prefetchDelayMs);
    const postpone = () => {
      clearTimeout(timer);
      timer = setTimeout(prefetch, prefetchDelayMs);
    };
    document.addEventListener('input', postpone, typing);
    return () => {
      typing.abort();
      clearTimeout(timer);
    };
  }, [router, next]);
}
