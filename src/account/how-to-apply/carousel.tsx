/** The steps of an application, one after the other, with a caption each. */
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { type ActorRefFrom, createActor } from 'xstate';
import { carouselMachine } from '../../../machines/carousel.ts';
import { actorOptions } from '../../hooks/actor-options.ts';
import { useLocalActor } from '../../hooks/local-actor.ts';
import { Button } from '../../ui/button.tsx';
import { ChevronIcon, PauseIcon, PlayIcon } from '../../ui/icons.tsx';
import { t } from '../../i18n/i18n.tsx';
import { slides } from './slides.tsx';
import { swipedTo } from './swipe.ts';
import './carousel.css';

type CarouselActor = ActorRefFrom<typeof carouselMachine>;

export function Carousel() {
  const intl = useIntl();
  const carousel = useLocalActor(() =>
    createActor(carouselMachine, { input: { count: slides.length }, ...actorOptions }),
  );
  const index = useSelector(carousel, ({ context }) => context.index);
  const isPaused = useSelector(carousel, (now) => now.matches('paused'));
  const isPlaying = useSelector(carousel, (now) => now.matches('playing'));
  useMotionPreference(carousel);
  const swipe = useSwipe(carousel);
  const slide = slides[index];
  const moveByKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') carousel.send({ type: 'next.requested' });
    if (key === 'ArrowLeft') carousel.send({ type: 'previous.requested' });
  };
  const endInteraction = (element: HTMLElement) => {
    if (!element.matches(':hover, :focus-within')) carousel.send({ type: 'interaction.ended' });
  };
  return (
    <section
      className="carousel"
      aria-label={intl.formatMessage({ id: 'howToApply.carousel' })}
      onKeyDown={moveByKey}
      onFocus={() => carousel.send({ type: 'interaction.began' })}
      // The focus has not moved yet.
      onBlur={({ currentTarget }) => setTimeout(() => endInteraction(currentTarget))}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') carousel.send({ type: 'interaction.began' });
      }}
      onPointerLeave={({ currentTarget }) => endInteraction(currentTarget)}
    >
      {/* A slide that appears by itself is not read out. */}
      <div className="carousel-slides" aria-live={isPlaying ? 'off' : 'polite'} {...swipe}>
        {slide && (
          <figure
            key={index}
            className="carousel-slide"
            aria-label={intl.formatMessage(
              { id: 'howToApply.step' },
              { number: index + 1, count: slides.length },
            )}
          >
            {slide.drawing}
            <figcaption className="carousel-caption">
              <strong className="carousel-title">{t(slide.title)}</strong>
              <span>{t(slide.text)}</span>
            </figcaption>
          </figure>
        )}
      </div>
      <Controls {...{ carousel, index, isPaused }} />
      <progress className="carousel-progress" max={slides.length} value={index + 1} aria-hidden="true" />
    </section>
  );
}

type ControlsProps = { carousel: CarouselActor; index: number; isPaused: boolean };

function Controls({ carousel, index, isPaused }: ControlsProps) {
  const intl = useIntl();
  return (
    <div className="carousel-controls">
      <Button
        kind="quiet"
        onPress={() => carousel.send({ type: isPaused ? 'play.requested' : 'pause.requested' })}
      >
        {isPaused ? <PlayIcon /> : <PauseIcon />}
        {t(isPaused ? 'howToApply.play' : 'howToApply.pause')}
      </Button>
      <span className="carousel-position text-muted" aria-hidden="true">
        {index + 1} / {slides.length}
      </span>
      <span className="carousel-previous">
        <Button
          kind="quiet"
          label={intl.formatMessage({ id: 'howToApply.previous' })}
          onPress={() => carousel.send({ type: 'previous.requested' })}
        >
          <ChevronIcon />
        </Button>
      </span>
      <span className="carousel-next">
        <Button
          kind="quiet"
          label={intl.formatMessage({ id: 'howToApply.next' })}
          onPress={() => carousel.send({ type: 'next.requested' })}
        >
          <ChevronIcon />
        </Button>
      </span>
    </div>
  );
}

/** Plays from the start unless the system asks for reduced motion; once it asks, it is paused. */
function useMotionPreference(carousel: CarouselActor): void {
  useEffect(() => {
    const reduced = window.matchMedia('(prefers-reduced-motion: reduce)');
    const follow = () => {
      if (reduced.matches) carousel.send({ type: 'pause.requested' });
    };
    if (!reduced.matches) carousel.send({ type: 'play.requested' });
    reduced.addEventListener('change', follow);
    return () => reduced.removeEventListener('change', follow);
  }, [carousel]);
}

/** Returns the listeners of an element that can be swiped. */
function useSwipe(carousel: CarouselActor) {
  const beganAt = useRef<number | null>(null);
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
      beganAt.current = pointerType === 'mouse' ? null : clientX;
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const to = beganAt.current === null ? null : swipedTo(beganAt.current, clientX);
      beganAt.current = null;
      if (to !== null) carousel.send({ type: `${to}.requested` });
    },
    onPointerCancel: () => {
      beganAt.current = null;
    },
  };
}
