/** The document of a lender's server: its operations, its rules, and whether a value is as it describes. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJson, type Json, methods, readDocuments } from '../../server/contract/contract.ts';
import { bundleContract } from '../../server/developers/document.ts';

export const document = bundleContract(readDocuments('lender.yaml'), 'lender.yaml');

/** The rules across answers by their names. */
export const rules = document['x-rules'] as Readonly<Record<string, string>>;

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, 'lender');

const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

/** Returns the problem of a value as a sentence; null if it is valid. @param place steps below the document */
function problemAt(place: readonly string[], value: unknown): string | null {
  const pointer = place.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const ref = `lender#/${encodeURI(pointer)}`;
  const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
  compiled.set(ref, validate);
  if (validate(value)) return null;
  const errors = (validate.errors ?? []).slice(0, 3);
  return errors.map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`).join('; ');
}

type Place = { at: readonly string[]; method: string; path: string; operation: Json };

const places = new Map<string, Place>(
  ['paths', 'webhooks'].flatMap((kind) =>
    Object.entries(document[kind] as Record<string, Record<string, unknown>>).flatMap(([path, item]) =>
      methods.flatMap((method): [string, Place][] => {
        const operation = item[method];
        if (!isJson(operation)) return [];
        return [[String(operation.operationId), { at: [kind, path, method], method, path, operation }]];
      }),
    ),
  ),
);

export const operations: readonly string[] = [...places.keys()];

/** @throws Error where the document has no such operation */
export function operationOf(id: string): Place {
  const place = places.get(id);
  if (!place) throw new Error(`The document has no operation ${id}`);
  return place;
}

const jsonBody = ['content', 'application/json', 'schema'];

export const problemOfRequest = (id: string, body: unknown): string | null =>
  problemAt([...operationOf(id).at, 'requestBody', ...jsonBody], body);

/** Returns the problem of an answer, also if the document lacks its status. The body of an error may be missing. */
export function problemOfAnswer(id: string, status: number, body: unknown): string | null {
  const { at, operation } = operationOf(id);
  const reply = (operation.responses as Json)[String(status)];
  if (!isJson(reply)) return `the status ${status}, which the document does not have`;
  if (!('content' in reply) || (status >= 400 && body === undefined)) return null;
  return problemAt([...at, 'responses', String(status), ...jsonBody], body);
}

export const problemOfEvent = (body: unknown): string | null => problemOfRequest('sendLenderEvent', body);

/** The examples of the document with the operation and, of answers, the status that they are of. */
export function examplesOf(id: string): { name: string; status: number | null; value: unknown }[] {
  const { operation } = operationOf(id);
  const bodies: [number | null, unknown][] = [
    [null, operation.requestBody],
    ...Object.entries(operation.responses as Json).map(([status, reply]): [number, unknown] => [
      Number(status),
      reply,
    ]),
  ];
  return bodies.flatMap(([status, body]) => {
    const content = isJson(body) && isJson(body.content) ? body.content['application/json'] : undefined;
    const examples = isJson(content) && isJson(content.examples) ? content.examples : {};
    return Object.entries(examples).map(([name, example]) => ({
      name,
      status,
      value: isJson(example) ? example.value : undefined,
    }));
  });
}
