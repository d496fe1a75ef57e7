import { type Client, type ClientOptions, makeClient, type Timing } from '@carryover/client';
import { aScriptedService, type Reply, type Script, type ScriptedService } from './a-scripted-service.ts';
import { aToken } from './samples.ts';

/** Time that passes only while the client waits; the longest possible waits. */
export const simulatedTime = (): Timing & {
  readonly waits: ReadonlyArray<number>;
  readonly pass: (ms: number) => void;
} => {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    pass: (ms) => {
      now += ms;
    },
    now: () => now,
    random: () => 1,
    sleep: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  };
};

const running: ScriptedService[] = [];

/** Stops what {@link aScript} started. */
export const stopAll = async (): Promise<void> => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
};

/** A scripted service, simulated time, and a client of both. */
export const aScript = async (
  script: Script | ReadonlyArray<Reply>,
  {
    tokenScript = (_, number) => aToken(`token-${number}`),
    ...options
  }: Partial<ClientOptions> & { readonly tokenScript?: Script } = {},
): Promise<{
  readonly service: ScriptedService;
  readonly client: Client;
  readonly time: ReturnType<typeof simulatedTime>;
}> => {
  const answer: Script = typeof script === 'function' ? script : (_, number) => script[number - 1] ?? 'reset';
  const service = await aScriptedService(answer, tokenScript);
  running.push(service);
  const time = simulatedTime();
  return { service, time, client: makeClient({ baseUrl: service.baseUrl, apiKey: 'key', timing: time, ...options }) };
};

/** What a call that must fail threw. */
export const failureOf = (call: Promise<unknown>): Promise<any> =>
  call.then(
    (value) => Promise.reject(new Error(`resolved with ${JSON.stringify(value)}`)),
    (thrown: unknown) => thrown,
  );
