import {
  type DocumentNode,
  FieldsOnCorrectTypeRule,
  GraphQLError,
  type GraphQLSchema,
  KnownArgumentNamesRule,
  KnownTypeNamesRule,
  MaxIntrospectionDepthRule,
  NoSchemaIntrospectionCustomRule,
  NoUndefinedVariablesRule,
  NoUnusedVariablesRule,
  ProvidedRequiredArgumentsRule,
  parse,
  ScalarLeafsRule,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
  validate,
} from 'graphql';

/**
 * Allows one mutation field per document, counting aliases and fragments. Each field could be a guess at an API
 * key, and failed attempts are counted only after they fail: sixty fields in one document would all run before that.
 */
export const oneMutation: ValidationRule = (context) => {
  let fields = 0;
  return {
    Field: (field) => {
      const isOfMutation = context.getParentType() === context.getSchema().getMutationType();
      if (!isOfMutation || field.name.value.startsWith('__')) return;
      fields += 1;
      if (fields === 2)
        context.reportError(new GraphQLError('A request can have only one mutation.', { nodes: field }));
    },
  };
};

/**
 * graphql-js quotes the request in its messages, and the quoted part may be the API key (decisions 10). Every message of an
 * error that graphql-js makes is therefore replaced by one of these, which contain nothing of the request; `locations`
 * gives the position of the error in the document.
 */
const NOT_GRAPHQL =
  'The query is not a GraphQL document of at most 1,000 tokens: a syntax error, at the location given.';
const NOT_VALID = 'The query is not valid GraphQL for this schema, at the location given.';
const NO_REQUEST =
  'The body must be an object with query, a string, and variables, an object: {"query": "mutation …", "variables": {"input": {"apiKey": "<API_KEY>"}}}.';
const NO_OPERATION = 'Send one query or mutation. If the document has several operations, name one in operationName.';
const ARGUMENT = 'obtainToken takes one argument: input, of type ObtainTokenInput!.';
const VALUE =
  'A value is missing, has the wrong type, or has a field that does not exist. input is an object with one field, apiKey, which is a string: {"input": {"apiKey": "<API_KEY>"}}.';
const VARIABLE =
  'Declare each variable that the query uses, and no other: mutation ObtainToken($input: ObtainTokenInput!).';

const SENTENCES: ReadonlyMap<ValidationRule, string> = new Map([
  [oneMutation, 'A request can have only one mutation.'],
  [
    FieldsOnCorrectTypeRule,
    'The type has no such field. A query has version; a mutation has obtainToken, and its result has token and expiresAt.',
  ],
  [ScalarLeafsRule, 'Select the fields token and expiresAt of obtainToken, and no fields of anything else.'],
  [KnownArgumentNamesRule, ARGUMENT],
  [ProvidedRequiredArgumentsRule, ARGUMENT],
  [ValuesOfCorrectTypeRule, VALUE],
  [KnownTypeNamesRule, VARIABLE],
  [NoUndefinedVariablesRule, VARIABLE],
  [NoUnusedVariablesRule, VARIABLE],
  [VariablesInAllowedPositionRule, VARIABLE],
  [MaxIntrospectionDepthRule, 'The introspection query is nested too deeply.'],
  [NoSchemaIntrospectionCustomRule, 'This service does not show its schema.'],
]);

/** The number of errors that graphql-js reports per document. */
const MAX_ERRORS = 100;

const INVALID = { code: 'invalid' };

/** Returns the position of an error in the document. */
const locationOf = ({ nodes, source, positions }: GraphQLError) => ({
  nodes: nodes ?? null,
  source: source ?? null,
  positions: positions ?? null,
});

/** The error at the same location, in other words. */
const reworded = (message: string, error: GraphQLError): GraphQLError =>
  new GraphQLError(message, { ...locationOf(error), extensions: INVALID });

/** Returns the error of a body that is not a GraphQL request. */
export const wrongBody = (): GraphQLError => new GraphQLError(NO_REQUEST, { extensions: INVALID });

/** Returns the first error of each message. */
export const onceEach = (errors: ReadonlyArray<GraphQLError>): ReadonlyArray<GraphQLError> => {
  const messages = new Set<string>();
  return errors.filter(({ message }) => !messages.has(message) && messages.add(message));
};

/** Five times the largest introspection query; bounds the cost of nested and repeated queries. */
const MAX_TOKENS = 1_000;

/** Parses a document. @throws a GraphQLError that does not quote it. */
export const parseQuietly = (source: string): DocumentNode => {
  try {
    return parse(source, { maxTokens: MAX_TOKENS });
  } catch (error) {
    throw error instanceof GraphQLError ? reworded(NOT_GRAPHQL, error) : error;
  }
};

/** Validates a document. @returns errors that do not quote it, by rule. */
export const validateQuietly = (
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: ReadonlyArray<ValidationRule> = [],
): ReadonlyArray<GraphQLError> => {
  if (validate(schema, document, rules).length === 0) return [];
  // Again, rule by rule, because an error does not name its rule.
  const errorsOf = (rule: ValidationRule) =>
    validate(schema, document, [rule]).map((error) => reworded(SENTENCES.get(rule) ?? NOT_VALID, error));
  return onceEach(rules.flatMap(errorsOf)).slice(0, MAX_ERRORS);
};

const hasAlias = ({ nodes = [] }: GraphQLError): boolean =>
  nodes.some((node) => node.kind === 'Field' && node.alias !== undefined);

/** Rewords an error of an operation that graphql-js refuses to execute: a variable, an argument or the operation's name. */
const ofExecution = (error: GraphQLError): GraphQLError =>
  reworded(error.nodes === undefined ? NO_OPERATION : VALUE, error);

/** Returns the error to send, which contains no value or alias of the request. */
export const toQuietError = (error: GraphQLError): GraphQLError => {
  const { message, extensions } = error;
  if (extensions.code === undefined) return ofExecution(error);
  const path = hasAlias(error) ? null : (error.path ?? null);
  return new GraphQLError(message, { ...locationOf(error), path, extensions });
};
