/**
 * Evaluates an IAM policy document for a call, as AWS does: a matching Deny refuses, else a matching Allow allows, else
 * the call is refused. Unknown parts of the language throw, so that no test passes because one was ignored.
 */

export type PolicyDocument = { Version: string; Statement: PolicyStatement[] };

export type PolicyStatement = {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
};

export type IamCall = {
  action: string;
  /** An ARN. */
  resource: string;
  /** The condition keys that the call has, such as `s3:prefix`. */
  context?: Record<string, string>;
};

/** @throws Error for what this does not know of the language */
export function allows({ Version, Statement }: PolicyDocument, call: IamCall): boolean {
  if (Version !== '2012-10-17') throw new Error(`Version ${Version} has other rules`);
  for (const statement of Statement) holdKnown(statement);
  const fitting = Statement.filter((statement) => matchesCall(statement, call));
  return fitting.length > 0 && fitting.every(({ Effect }) => Effect === 'Allow');
}

const known = ['Effect', 'Action', 'Resource', 'Condition', 'Sid'];

function holdKnown(statement: PolicyStatement): void {
  const unknown = Object.keys(statement).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')} is not evaluated`);
  if (JSON.stringify(statement).includes('${')) throw new Error('Variables are not evaluated');
}

function matchesCall({ Action, Resource, Condition = {} }: PolicyStatement, call: IamCall): boolean {
  return (
    listed(Action).some((pattern) => isLike(call.action.toLowerCase(), pattern.toLowerCase())) &&
    listed(Resource).some((pattern) => isLike(call.resource, pattern)) &&
    Object.entries(Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, wanted]) => holds(operator, call.context?.[key], listed(wanted))),
    )
  );
}

/** A key that the call has not got fits no operator but Null, and none that ends in IfExists. */
function holds(operator: string, value: string | undefined, wanted: string[]): boolean {
  if (operator === 'Null') return wanted.includes(String(value === undefined));
  const test = operators[operator];
  if (!test) throw new Error(`${operator} is not evaluated`);
  return value !== undefined && wanted.some((one) => test(value, one));
}

const operators: Record<string, (value: string, wanted: string) => boolean> = {
  StringEquals: (value, wanted) => value === wanted,
  StringLike: isLike,
  Bool: (value, wanted) => value.toLowerCase() === wanted.toLowerCase(),
};

/** `*` matches any text and none, `?` one character; everything else itself. */
function isLike(value: string, pattern: string): boolean {
  const source = pattern
    .split(/([*?])/)
    .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : part.replace(/[\\^$.+()|[\]{}]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`, 'su').test(value);
}

const listed = (one: string | string[]): string[] => (Array.isArray(one) ? one : [one]);
