/** The steps of an application, each with the drawing that shows it. */
import type { ReactNode } from 'react';
import type { MessageId } from '../../../locales/index.ts';
import { AnswerDrawing, DetailsDrawing, FeesDrawing, PlanDrawing, StudentDrawing } from './drawings.tsx';

export interface Slide {
  title: MessageId;
  text: MessageId;
  drawing: ReactNode;
}

export const slides: readonly Slide[] = [
  { title: 'howToApply.student', text: 'howToApply.student.text', drawing: <StudentDrawing /> },
  { title: 'howToApply.fees', text: 'howToApply.fees.text', drawing: <FeesDrawing /> },
  { title: 'howToApply.details', text: 'howToApply.details.text', drawing: <DetailsDrawing /> },
  { title: 'howToApply.plan', text: 'howToApply.plan.text', drawing: <PlanDrawing /> },
  { title: 'howToApply.answer', text: 'howToApply.answer.text', drawing: <AnswerDrawing /> },
];
