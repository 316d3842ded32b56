/** Faults between the offer and the disbursal. */
import { contract, type Fault } from '../fault.ts';

export const agreementFaults: readonly Fault[] = [
  {
    id: 'offer-changed-accepted',
    harm: 'An offer that the lender has replaced is accepted.',
    file: 'server/servicing/accept.ts',
    find: "  if (latest?.id !== offer.id) throw servicingRefusal('servicing.offer.changed');\n",
    replace: '  if (!latest) throw servicingRefusal("servicing.offer.changed");\n',
    tests: contract('offers'),
  },
  {
    id: 'offer-expired-accepted',
    harm: 'An offer is accepted after its end.',
    file: 'server/servicing/accept.ts',
    find: "if (stage !== 'offered' || offer.validUntil <= now)",
    replace: "if (stage !== 'offered' && offer.validUntil <= now)",
    tests: contract('offers'),
  },
  {
    id: 'facts-not-acknowledged',
    harm: 'An offer is accepted without its key facts.',
    file: 'server/servicing/accept.ts',
    find: '    await requireAcknowledged(tx, offer, body.key_facts_id);\n',
    replace: '    await requireAcknowledged(tx, offer, body.key_facts_id).catch(() => undefined);\n',
    tests: contract('offers'),
  },
  {
    id: 'consent-other-version',
    harm: 'A consent to other words than were shown is taken.',
    file: 'server/servicing/consents.ts',
    find: "  if (sent.some(({ version }) => version !== consentVersion)) throw wordsChanged('consents', consentVersion);\n",
    replace: "  if (sent.length === 0) throw wordsChanged('consents', consentVersion);\n",
    tests: contract('offers', 'consent'),
    isQuiet: true,
  },
  {
    id: 'signature-of-other-text',
    harm: 'The customer signs another document than was read.',
    file: 'server/servicing/signatures.ts',
    find: "    if (latest.request.documentSha256 !== sha256) throw servicingRefusal('servicing.document.changed');\n",
    replace: "    if (sha256 === '') throw servicingRefusal('servicing.document.changed');\n",
    tests: contract('signatures'),
  },
  {
    id: 'countersigned-other-text',
    harm: 'A countersignature under another text counts.',
    file: 'server/servicing/exchange.ts',
    find: '        eq(signatureRequests.documentSha256, documentSha256),\n',
    replace: "        documentSha256 === '' ? undefined : eq(signatureRequests.loanId, loanId),\n",
    tests: contract('documents-by-mail', 'signatures', 'servicing'),
    isQuiet: true,
  },
  {
    id: 'disbursed-unsigned',
    harm: 'A disbursal counts for a loan whose offer nobody accepted.',
    file: 'server/servicing/exchange.ts',
    find: 'isDate(disbursal.on) && isAcceptedStage(row.stage);',
    replace: 'isDate(disbursal.on);',
    tests: contract('servicing', 'event-orders', 'offers'),
  },
];
