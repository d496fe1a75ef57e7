import { Migration } from '@mikro-orm/migrations';

/** Operator actions (ADR 23), fingerprints of the root secret (ADR 10), labels of API keys. */
export class OperatorActions extends Migration {
  override up(): void {
    this.addSql(`create table operator_action (
      id uuid not null,
      performed_at timestamptz not null default clock_timestamp(),
      performed_by text not null,
      reason text null,
      action text not null,
      organisation text collate "C" not null,
      supplier_code text collate "C" null,
      external_account_number text collate "C" null,
      ledger_number text collate "C" null,
      before jsonb null,
      after jsonb null,
      primary key (id)
    )`);
    this.addSql(`create index operator_action_performed_at_index on operator_action (performed_at)`);
    this.addSql(`create table secret_fingerprint (
      generation int not null,
      fingerprint text not null,
      noted_at timestamptz not null default now(),
      primary key (generation)
    )`);
    this.addSql(`alter table api_key add column label text null`);
  }
}
