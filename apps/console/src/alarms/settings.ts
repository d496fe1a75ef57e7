import type { MailSettings } from '@carryover/adapters-mail/send-mail';
import type { AlarmLimits } from '@carryover/domain/alarm';
import { isLoopback } from '@carryover/settings/database-url';
import type { EnvironmentReader } from '@carryover/settings/environment';

const DAY_S = 86_400;

export const readAlarmLimits = (env: EnvironmentReader): AlarmLimits => ({
  stalledMs: 1_000 * env.wholeNumber('ALARM_STALLED_SECONDS', 600, { min: 1, max: DAY_S }),
  refusedShare: env.wholeNumber('ALARM_REFUSED_PERCENT', 5, { min: 1, max: 100 }) / 100,
  heldBackMs: 1_000 * env.wholeNumber('ALARM_HELD_BACK_SECONDS', 300, { min: 1, max: DAY_S }),
});

/** One address, as SMTP sends it: no names, groups or line breaks. */
const ADDRESS = /^[^\s<>,;:"()[\]\\@]{1,64}@[A-Za-z0-9.-]{1,255}$/;

const readAddresses = (env: EnvironmentReader, name: string): ReadonlyArray<string> => {
  const all = (env.text(name) ?? '').split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  for (const one of all)
    if (!ADDRESS.test(one)) env.mistake(name, `must be addresses such as ops@example.com, but has "${one}"`);
  return all;
};

/** Reads how alarms are mailed; null: they are not. */
export const readMail = (env: EnvironmentReader): MailSettings | null => {
  const host = env.text('SMTP_HOST');
  const security = env.choice('SMTP_SECURITY', 'starttls', ['starttls', 'tls', 'none']);
  const port = env.wholeNumber('SMTP_PORT', security === 'tls' ? 465 : 587, { min: 1, max: 65_535 });
  const [user, password] = [env.text('SMTP_USER'), env.secret('SMTP_PASSWORD')];
  const [to, from] = [readAddresses(env, 'ALARM_MAIL_TO'), readAddresses(env, 'ALARM_MAIL_FROM')];
  const given = { SMTP_USER: user, SMTP_PASSWORD: password, ALARM_MAIL_TO: to[0], ALARM_MAIL_FROM: from[0] };
  if (host === undefined) {
    for (const [name, value] of Object.entries(given)) if (value !== undefined) env.mistake(name, 'requires SMTP_HOST');
    return null;
  }
  if (to.length === 0) env.mistake('ALARM_MAIL_TO', 'must be set if SMTP_HOST is set: the addresses that get alarms');
  if (from.length !== 1) env.mistake('ALARM_MAIL_FROM', 'must be one address if SMTP_HOST is set');
  if ((user === undefined) !== (password === undefined))
    env.mistake(user === undefined ? 'SMTP_USER' : 'SMTP_PASSWORD', 'must be set too: a server takes both, or none');
  if (security === 'none' && password !== undefined && !isLoopback(host))
    env.mistake('SMTP_SECURITY', 'must not be none with SMTP_PASSWORD, which would be sent unencrypted');
  const login = user === undefined || password === undefined ? null : { user, password };
  return { host, port, security, login, from: from[0] ?? '', to };
};
