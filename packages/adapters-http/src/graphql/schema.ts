import type { ObtainToken } from '@carryover/application/access/authenticate';
import type { Issue } from '@carryover/contract/issue';
import { toDateTime } from '@carryover/domain/date-time';
import * as E from 'fp-ts/lib/Either.js';
import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';
import type { TokenAttempts } from '../limits/token-attempts.ts';
import { ofStoreFailure, type Rejection, rejection } from '../responses/rejection.ts';

export const schema: GraphQLSchema = buildSchema(`
  type Query {
    "Version of the data-import interface: the path prefix of its endpoints."
    version: String!
  }

  type Mutation {
    "Exchanges an organisation's API key for an access token, to be sent as \`Authorization: Token <token>\`."
    obtainToken(input: ObtainTokenInput!): ObtainTokenPayload!
  }

  input ObtainTokenInput {
    "The organisation's API key, as issued by the platform operator."
    apiKey: String!
  }

  type ObtainTokenPayload {
    token: String!
    "YYYY-MM-DDTHH:MM:SSZ, UTC."
    expiresAt: String!
  }
`);

/** A rejection as GraphQL says it: the code in `extensions`; status and headers are the HTTP answer's. */
export const toGraphQLError = (rejected: Rejection): GraphQLError =>
  new GraphQLError(rejected.detail, { extensions: { code: rejected.code } });

/** An error of the request. Its position is left out, because the name of a parameter may be a key. */
export const issueToGraphQLError = ({ code, detail }: Issue): GraphQLError =>
  new GraphQLError(detail, { extensions: { code } });

/** The request for its resolvers, and the errors that they found. */
export type TokenContext = { readonly address: string; rejected: Rejection | null };

/** The schema's resolvers (decisions 10). */
export const makeRoot = (obtainToken: ObtainToken, attempts: TokenAttempts) => {
  const reject = (context: TokenContext, rejected: Rejection): never => {
    context.rejected = rejected;
    throw toGraphQLError(rejected);
  };
  return {
    version: 'v1',
    obtainToken: async ({ input }: { readonly input: { readonly apiKey: string } }, context: TokenContext) => {
      const result = await obtainToken({ apiKey: input.apiKey })();
      if (E.isLeft(result) && result.left.kind !== 'authentication_failed')
        return reject(context, ofStoreFailure(result.left));
      // Checked again for a valid key: none of several concurrent guesses was counted when this one started.
      const blocked = await (E.isLeft(result) ? attempts.failed : attempts.blocked)(context.address);
      if (blocked !== null) return reject(context, blocked);
      if (E.isLeft(result)) return reject(context, rejection(200, 'authentication_failed'));
      return { token: result.right.token, expiresAt: toDateTime(result.right.expiresAt) };
    },
  };
};
