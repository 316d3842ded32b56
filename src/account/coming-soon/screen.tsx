/** A future product, and the form to be notified of its start. */
import { type ReactNode, useMemo } from 'react';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import {
  type ComingProduct,
  comingProducts,
  isComingProduct,
} from '../../../domain/pages/coming-products.ts';
import {
  interestConsentVersion,
  interestFields,
  interestForm,
  type InterestValues,
} from '../../../domain/forms/product-interest.ts';
import type { MessageId } from '../../../locales/index.ts';
import {
  useDomainForm,
  DomainForm,
  FormField,
  useServerErrors,
  formChecker,
} from '../../form/domain-form.tsx';
import { type BoundFieldProps, useFieldBinding } from '../../form/field-binding.tsx';
import { TextField } from '../../form/fields.tsx';
import { useApiMutation } from '../../data/mutation.ts';
import { useLanguage, t } from '../../i18n/i18n.tsx';
import { SubmitButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { useAddressId } from '../../shell/address-id.ts';
import { Frame } from '../frame.tsx';
import { productMessages } from '../product-messages.ts';
import { SubmissionConfirmation } from '../submission-confirmation.tsx';
import { useServices } from '../services.ts';
import { NotFoundPage } from '../status-pages.tsx';
import { SubmissionFailure } from '../call-failure.tsx';
import { InsuranceDrawing, MutualFundsDrawing, PersonalLoanDrawing } from './drawings.tsx';
import './coming-soon.css';

const products = {
  'personal-loan': { text: 'comingSoon.personalLoan.text', Drawing: PersonalLoanDrawing },
  'mutual-funds': { text: 'comingSoon.mutualFunds.text', Drawing: MutualFundsDrawing },
  insurance: { text: 'comingSoon.insurance.text', Drawing: InsuranceDrawing },
} as const satisfies Record<ComingProduct, { text: MessageId; Drawing: () => ReactNode }>;

export default function ComingSoonScreen() {
  const product = useAddressId();
  return isComingProduct(product) ? <Product key={product} product={product} /> : <NotFoundPage />;
}

function Product({ product }: { product: ComingProduct }) {
  const { text, Drawing } = products[product];
  return (
    <Frame title={productMessages[product]} lead="comingSoon.lead">
      <div className="coming-soon">
        <Drawing />
        <p>{t(text)}</p>
      </div>
      <NotifyForm product={product} />
      <nav className="stack-s2" aria-labelledby="coming-soon-others">
        <h2 id="coming-soon-others" className="coming-soon-heading">
          {t('comingSoon.others')}
        </h2>
        <ul className="link-row">
          {comingProducts
            .filter((other) => other !== product)
            .map((other) => (
              <li key={other}>
                <a href={accountPath('comingSoon', other)}>{t(productMessages[other])}</a>
              </li>
            ))}
        </ul>
      </nav>
    </Frame>
  );
}

const empty: InterestValues = { address: '', consent: false };

function NotifyForm({ product }: { product: ComingProduct }) {
  const { today } = useServices();
  const { language } = useLanguage();
  const { isPending, isSuccess, error, mutate } = useApiMutation('registerInterest');
  const checker = useMemo(() => formChecker(interestForm, { today: today() }), [today]);
  const { formApi } = useDomainForm({
    defaultValues: empty,
    checker,
    onValid: ({ address }) =>
      mutate({
        body: { product, address: address.trim(), consent_version: interestConsentVersion, language },
      }),
  });
  useServerErrors(formApi, error);
  if (isSuccess)
    return (
      <SubmissionConfirmation>
        <p className="coming-soon-done icon-line">
          <CheckIcon /> {t('comingSoon.done')}
        </p>
      </SubmissionConfirmation>
    );
  return (
    <DomainForm formApi={formApi} label="comingSoon.notify">
      <Card title={t('comingSoon.notify')}>
        <FormField name="address" row={interestFields.address} as={TextField} inputMode="email" />
        <FormField name="consent" row={interestFields.consent} as={ConsentField} />
        <SubmissionFailure failure={error} />
        <SubmitButton busy={isPending}>{t('comingSoon.submit')}</SubmitButton>
      </Card>
    </DomainForm>
  );
}

function ConsentField(props: BoundFieldProps) {
  const { value, change, fieldProps, onLeave } = useFieldBinding<boolean>(props);
  return <Checkbox {...fieldProps} checked={value} onChecked={change} onBlur={onLeave} />;
}
