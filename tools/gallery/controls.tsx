/** The pieces of src/ui that are pressed or opened. */
import type { ComponentType } from 'react';
import { Actions, Button, ButtonLink } from '../../src/ui/button.tsx';
import { AnswerLink } from '../../src/ui/answer-link.tsx';
import { CollapsibleCard } from '../../src/ui/collapsible-card.tsx';
import { Disclosure } from '../../src/ui/disclosure.tsx';
import { FormActions } from '../../src/ui/form-actions.tsx';
import { InlineForm } from '../../src/ui/inline-form.tsx';
import { Menu } from '../../src/ui/menu.tsx';
import { Pagination } from '../../src/ui/pagination.tsx';
import { Stepper } from '../../src/ui/stepper.tsx';
import { Controlled, words } from './support.tsx';

const ignore = () => undefined;

function Buttons() {
  return (['primary', 'secondary', 'quiet', 'danger'] as const).map((kind) => (
    <Actions key={kind}>
      <Button kind={kind}>{words('create.submit')}</Button>
      <Button kind={kind} busy>
        {words('create.submit')}
      </Button>
      <Button kind={kind} disabled>
        {words('create.submit')}
      </Button>
      <Button kind={kind} unavailable>
        {words('create.submit')}
      </Button>
      <ButtonLink kind={kind} href="#root">
        {words('create.submit')}
      </ButtonLink>
    </Actions>
  ));
}

export const controlPieces: Readonly<Record<string, ComponentType>> = {
  Button: Buttons,
  AnswerLink: () => <AnswerLink href="#root">{words('app.complaints')}</AnswerLink>,
  Menu: () => (
    <div className="menu-bar">
      <Menu label={words('review.menu')}>
        <Buttons />
      </Menu>
    </div>
  ),
  Stepper: () => (
    <Stepper
      label="Steps"
      steps={[
        { id: 'student', name: words('app.title.students'), state: 'done', onOpen: ignore },
        { id: 'applicant', name: words('app.title.applicant'), state: 'current', queried: true },
        { id: 'status', name: words('app.title.success'), state: 'todo' },
      ]}
    />
  ),
  Pagination: () => (
    <Controlled first={2}>
      {(page, set) => (
        <Pagination
          label="Pages"
          page={page}
          pages={3}
          position={`${page} / 3`}
          previous="‹"
          next="›"
          onPage={set}
        />
      )}
    </Controlled>
  ),
  Disclosure: () => <Disclosure title={words('create.steps')}>{words('create.atHand')}</Disclosure>,
  CollapsibleCard: () => (
    <CollapsibleCard
      id="collapsible"
      title={words('app.title.students')}
      summary={words('create.atHand')}
      startsOpen={false}
    >
      {words('create.name.hint')}
    </CollapsibleCard>
  ),
  'InlineForm and FormActions': () => (
    <Controlled first={false}>
      {(isOpen, set) => (
        <InlineForm
          isOpen={isOpen}
          onOpen={() => set(true)}
          open={words('create.submit')}
          view={words('create.atHand')}
        >
          <FormActions
            cancel={words('student.cancel')}
            submit={words('create.submit')}
            onCancel={() => set(false)}
          />
        </InlineForm>
      )}
    </Controlled>
  ),
};
