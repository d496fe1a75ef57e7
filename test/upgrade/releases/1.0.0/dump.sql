--
-- PostgreSQL database dump
--


-- Dumped from database version 15.20 (Debian 15.20-0+deb12u1)
-- Dumped by pg_dump version 15.20 (Debian 15.20-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: carryover_read; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA carryover_read;


--
-- Name: SCHEMA carryover_read; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA carryover_read IS 'What is stored, for reports and replicas: views that are only added to (docs/hand-over.md)';


--
-- Name: account_key(uuid, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.account_key(organisation_id uuid, supplier_code text, external_account_number text) RETURNS bigint
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (((('x'::text || encode(substr(sha256(((((convert_to((organisation_id)::text, 'UTF8'::name) || '\x00'::bytea) || convert_to(supplier_code, 'UTF8'::name)) || '\x00'::bytea) || convert_to(external_account_number, 'UTF8'::name))), 1, 8), 'hex'::text)))::bit(64))::bigint & '9223372036854775807'::bigint);


--
-- Name: commit_position_offset(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.commit_position_offset() RETURNS bigint
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (0)::bigint;


--
-- Name: commit_position(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.commit_position() RETURNS bigint
    LANGUAGE sql
    RETURN (((pg_current_xact_id())::text)::bigint + public.commit_position_offset());


--
-- Name: continue_commit_positions(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.continue_commit_positions() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
  declare
    last constant bigint := greatest((select max(commit_position) from account),(select max(commit_position) from account_change),(select max(commit_position) from accepted_import),(select max(commit_position) from refused_import),(select max(commit_position) from import_undo),(select max(commit_position) from operator_action),(select max(commit_position) from control_total_registration),(select max(commit_position) from reconciliation),(select max(commit_position) from storage_verification),
      (select max(removed_position) from accepted_import));
    next constant bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint + commit_position_offset();
  begin
    if last >= next then
      execute format($f$create or replace function public.commit_position_offset() returns bigint language sql stable parallel safe
   return %s::bigint$f$, last - next + 1 + commit_position_offset());
    end if;
  end
  $_$;


--
-- Name: final_position(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.final_position() RETURNS bigint
    LANGUAGE sql STABLE
    RETURN (((pg_snapshot_xmin(pg_current_snapshot()))::text)::bigint + public.commit_position_offset());


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: account; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account (
    id bigint NOT NULL,
    supplier_id uuid NOT NULL,
    external_account_number text NOT NULL COLLATE pg_catalog."C",
    service_account_number text NOT NULL,
    status text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    erased_at timestamp with time zone,
    erased_position bigint,
    promoted_at timestamp with time zone,
    promoted_position bigint,
    commit_position bigint DEFAULT public.commit_position() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: service_account_number_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.service_account_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: service_account_number_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.service_account_number_seq OWNED BY public.account.service_account_number;


--
-- Name: next_service_account_number(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.next_service_account_number() RETURNS text
    LANGUAGE sql
    RETURN ('A-'::text || upper(lpad(to_hex(((nextval('public.service_account_number_seq'::regclass) * '2654435761'::bigint) & '4294967295'::bigint)), 8, '0'::text)));


--
-- Name: summarise_search(text, bigint); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.summarise_search(index_name text, from_block bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET lock_timeout TO '200ms'
    AS $$
  declare
    search_index constant regclass := format('public.%I', index_name || '_search')::regclass;
    relation constant regclass := (select indrelid from pg_index where indexrelid = search_index);
    -- The newest 8 MB are left out, because a row that is added to summarised pages costs its import more.
    end_block constant bigint := least(from_block + 8192, pg_relation_size(relation) / 8192 - 1024);
    range_pages constant bigint := (
      select option_value from pg_class, pg_options_to_table(reloptions)
      where oid = search_index and option_name = 'pages_per_range');
    next_block bigint := from_block;
  begin
    if range_pages is null then
      perform gin_clean_pending_list(search_index);
      return from_block;
    end if;
    -- Fails if a vacuum has the table, which does the same; a longer wait would end the vacuum.
    while next_block + range_pages <= end_block loop
      perform brin_summarize_range(search_index, next_block);
      next_block := next_block + range_pages;
    end loop;
    return next_block;
  end
  $$;


--
-- Name: import_supplier; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.import_supplier (
    id uuid NOT NULL,
    organisation_id uuid NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    document_root text NOT NULL,
    verify_documents boolean NOT NULL,
    automated_emails boolean NOT NULL,
    supply_charge_arithmetic text NOT NULL,
    unknown_fields text NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: organisation; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.organisation (
    id uuid NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    archived_at timestamp with time zone
);


--
-- Name: v1_account; Type: VIEW; Schema: carryover_read; Owner: -
--

CREATE VIEW carryover_read.v1_account AS
 SELECT t.id AS account_id,
    o.name AS organisation,
    s.code AS supplier_code,
        CASE
            WHEN (t.erased_at IS NULL) THEN t.external_account_number
            ELSE NULL::text
        END AS external_account_number,
    t.service_account_number,
    t.status,
    t.created_at,
    t.promoted_at,
    t.erased_at
   FROM ((public.account t
     JOIN public.import_supplier s ON ((s.id = t.supplier_id)))
     JOIN public.organisation o ON ((o.id = s.organisation_id)));


--
-- Name: VIEW v1_account; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON VIEW carryover_read.v1_account IS 'Accounts, also staged and erased ones';


--
-- Name: COLUMN v1_account.account_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_account.account_id IS 'Key of the account';


--
-- Name: COLUMN v1_account.organisation; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_account.organisation IS 'Name of the organisation';


--
-- Name: COLUMN v1_account.supplier_code; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_account.supplier_code IS 'Code of the import supplier, unique within the organisation';


--
-- Name: COLUMN v1_account.external_account_number; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_account.external_account_number IS 'Number of the account as its client gives it; null once it is erased';


--
-- Name: COLUMN v1_account.service_account_number; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_account.service_account_number IS 'Number of the account that the service gave it';


--
-- Name: COLUMN v1_account.status; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_account.status IS 'STAGED or IMPORTED';


--
-- Name: COLUMN v1_account.created_at; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_account.created_at IS 'Time at which it was added';


--
-- Name: COLUMN v1_account.promoted_at; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_account.promoted_at IS 'Time at which it became IMPORTED; null if it was never staged, or still is';


--
-- Name: COLUMN v1_account.erased_at; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_account.erased_at IS 'Time of its erasure, after which no other view has an item of it; null if it was not erased';


--
-- Name: billing_document; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.billing_document (
    account_id bigint NOT NULL,
    ledger_number text NOT NULL COLLATE pg_catalog."C",
    identifier text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    issued_date date NOT NULL,
    from_date date,
    to_date date,
    import_id uuid NOT NULL,
    "position" integer NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: v1_billing_document; Type: VIEW; Schema: carryover_read; Owner: -
--

CREATE VIEW carryover_read.v1_billing_document AS
 SELECT t.account_id,
    t.ledger_number,
    t.identifier AS billing_document_identifier,
    t.type AS billing_document_type,
    t.issued_date,
    t.from_date AS bill_period_from_date,
    t.to_date AS bill_period_to_date,
    t.import_id,
    t."position"
   FROM public.billing_document t;


--
-- Name: VIEW v1_billing_document; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON VIEW carryover_read.v1_billing_document IS 'Historical billing documents';


--
-- Name: COLUMN v1_billing_document.account_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_billing_document.account_id IS 'The account: account_id of v1_account';


--
-- Name: COLUMN v1_billing_document.ledger_number; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_billing_document.ledger_number IS 'Number of the ledger, unique within the account';


--
-- Name: COLUMN v1_billing_document.billing_document_identifier; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_billing_document.billing_document_identifier IS 'The client''s identifier, unique within the ledger';


--
-- Name: COLUMN v1_billing_document.billing_document_type; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_billing_document.billing_document_type IS 'PERIOD_BASED or ITEM_BASED';


--
-- Name: COLUMN v1_billing_document.issued_date; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_billing_document.issued_date IS 'Date of issue';


--
-- Name: COLUMN v1_billing_document.bill_period_from_date; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_billing_document.bill_period_from_date IS 'First day of its period';


--
-- Name: COLUMN v1_billing_document.bill_period_to_date; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_billing_document.bill_period_to_date IS 'Last day of its period';


--
-- Name: COLUMN v1_billing_document.import_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_billing_document.import_id IS 'The import that stored it: import_id of v1_import';


--
-- Name: COLUMN v1_billing_document."position"; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_billing_document."position" IS 'Zero-based, among the items of its kind in its import';


--
-- Name: accepted_import; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accepted_import (
    account_id bigint NOT NULL,
    id uuid NOT NULL,
    received_at timestamp with time zone NOT NULL,
    organisation_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    endpoint text NOT NULL,
    item_count integer NOT NULL,
    payload bytea,
    payload_removed_at timestamp with time zone,
    removed_position bigint,
    rows_sha256 bytea,
    findings jsonb,
    payload_sha256 bytea NOT NULL,
    supplier_id uuid NOT NULL,
    stored_items integer NOT NULL,
    stored_documents integer NOT NULL,
    stored_totals jsonb DEFAULT '[]'::jsonb NOT NULL,
    load_id uuid,
    commit_position bigint DEFAULT public.commit_position() NOT NULL,
    CONSTRAINT accepted_import_payload_removed CHECK (((payload IS NULL) = (payload_removed_at IS NOT NULL)))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');
ALTER TABLE ONLY public.accepted_import ALTER COLUMN payload SET STORAGE EXTERNAL;


--
-- Name: import_undo; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.import_undo (
    account_id bigint NOT NULL,
    import_id uuid NOT NULL,
    undone_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    undone_by text NOT NULL,
    reason text NOT NULL,
    removed jsonb NOT NULL,
    answered jsonb NOT NULL,
    items jsonb NOT NULL,
    commit_position bigint DEFAULT public.commit_position() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: v1_import; Type: VIEW; Schema: carryover_read; Owner: -
--

CREATE VIEW carryover_read.v1_import AS
 SELECT t.account_id,
    t.id AS import_id,
    t.received_at,
    t.endpoint,
    t.item_count,
    t.stored_items,
    t.stored_documents AS stored_billing_documents,
    encode(t.payload_sha256, 'hex'::text) AS payload_sha256,
    t.payload_removed_at,
    u.undone_at,
    t.commit_position
   FROM (public.accepted_import t
     LEFT JOIN public.import_undo u ON (((u.account_id = t.account_id) AND (u.import_id = t.id))));


--
-- Name: VIEW v1_import; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON VIEW carryover_read.v1_import IS 'Accepted import requests, without their payloads';


--
-- Name: COLUMN v1_import.account_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_import.account_id IS 'The account: account_id of v1_account';


--
-- Name: COLUMN v1_import.import_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_import.import_id IS 'Id of the import, as in X-Import-Id';


--
-- Name: COLUMN v1_import.received_at; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_import.received_at IS 'Time at which the request was received';


--
-- Name: COLUMN v1_import.endpoint; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_import.endpoint IS 'Endpoint, such as transactions/create';


--
-- Name: COLUMN v1_import.item_count; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_import.item_count IS 'Items that were sent';


--
-- Name: COLUMN v1_import.stored_items; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_import.stored_items IS 'Of these, the items that were stored';


--
-- Name: COLUMN v1_import.stored_billing_documents; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_import.stored_billing_documents IS 'Of these, the billing documents';


--
-- Name: COLUMN v1_import.payload_sha256; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_import.payload_sha256 IS 'SHA-256 of the request as it was received';


--
-- Name: COLUMN v1_import.payload_removed_at; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_import.payload_removed_at IS 'Time at which its payload was removed; null if it is kept';


--
-- Name: COLUMN v1_import.undone_at; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_import.undone_at IS 'Time at which an operator undid it; null if it is in effect';


--
-- Name: COLUMN v1_import.commit_position; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_import.commit_position IS 'Order of the commits within the account, and of the feed';


--
-- Name: ledger; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ledger (
    account_id bigint NOT NULL,
    ledger_number text NOT NULL COLLATE pg_catalog."C",
    ledger_code text NOT NULL COLLATE pg_catalog."C",
    is_main boolean NOT NULL,
    has_finalized_billing_document boolean NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: statement_period; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.statement_period (
    account_id bigint NOT NULL,
    ledger_number text NOT NULL COLLATE pg_catalog."C",
    from_date date NOT NULL,
    to_date date,
    is_open boolean NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: v1_ledger; Type: VIEW; Schema: carryover_read; Owner: -
--

CREATE VIEW carryover_read.v1_ledger AS
 SELECT t.account_id,
    t.ledger_number,
    t.ledger_code,
    t.is_main,
    p.from_date AS open_from,
    p.to_date AS open_to,
    t.has_finalized_billing_document
   FROM (public.ledger t
     LEFT JOIN public.statement_period p ON (((p.account_id = t.account_id) AND (p.ledger_number = t.ledger_number) AND p.is_open)));


--
-- Name: VIEW v1_ledger; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON VIEW carryover_read.v1_ledger IS 'Ledgers of accounts, with their open statement period';


--
-- Name: COLUMN v1_ledger.account_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_ledger.account_id IS 'The account: account_id of v1_account';


--
-- Name: COLUMN v1_ledger.ledger_number; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_ledger.ledger_number IS 'Number of the ledger, unique within the account';


--
-- Name: COLUMN v1_ledger.ledger_code; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_ledger.ledger_code IS 'Code of the ledger, such as ELECTRICITY';


--
-- Name: COLUMN v1_ledger.is_main; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_ledger.is_main IS 'True for the main ledger, to which transactions/create/ adds';


--
-- Name: COLUMN v1_ledger.open_from; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_ledger.open_from IS 'First day of the open statement period; null if none is open';


--
-- Name: COLUMN v1_ledger.open_to; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_ledger.open_to IS 'Last day of the open statement period; null if it has no end';


--
-- Name: COLUMN v1_ledger.has_finalized_billing_document; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_ledger.has_finalized_billing_document IS 'True if the platform has finalized a billing document of it';


--
-- Name: note; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.note (
    account_id bigint NOT NULL,
    identity bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    body text,
    documents text[] NOT NULL,
    is_pinned boolean NOT NULL,
    unpin_at timestamp with time zone,
    import_id uuid NOT NULL,
    "position" integer NOT NULL,
    document_paths text[]
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: v1_note; Type: VIEW; Schema: carryover_read; Owner: -
--

CREATE VIEW carryover_read.v1_note AS
 SELECT t.account_id,
    encode(t.identity, 'hex'::text) AS identity,
    t.created_at,
    t.body,
    t.document_paths,
    t.is_pinned,
    t.unpin_at,
    (EXISTS ( SELECT
           FROM public.accepted_import i
          WHERE ((i.account_id = t.account_id) AND (i.id = t.import_id) AND (i.endpoint <> 'notes/create'::text)))) AS is_added_by_service,
    t.import_id,
    t."position"
   FROM public.note t;


--
-- Name: VIEW v1_note; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON VIEW carryover_read.v1_note IS 'Notes, also those that the service pinned';


--
-- Name: COLUMN v1_note.account_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_note.account_id IS 'The account: account_id of v1_account';


--
-- Name: COLUMN v1_note.identity; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_note.identity IS 'SHA-256 of what makes a note the same as another; unique with created_at';


--
-- Name: COLUMN v1_note.created_at; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_note.created_at IS 'Time of the note';


--
-- Name: COLUMN v1_note.body; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_note.body IS 'Text; null if the note has only documents';


--
-- Name: COLUMN v1_note.document_paths; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_note.document_paths IS 'Paths of its documents, as sent; null without any';


--
-- Name: COLUMN v1_note.is_pinned; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_note.is_pinned IS 'True if it was sent as pinned';


--
-- Name: COLUMN v1_note.unpin_at; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_note.unpin_at IS 'Time from which it is not pinned';


--
-- Name: COLUMN v1_note.is_added_by_service; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_note.is_added_by_service IS 'True if the service pinned it, about moved transactions';


--
-- Name: COLUMN v1_note.import_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_note.import_id IS 'The import that stored it: import_id of v1_import';


--
-- Name: COLUMN v1_note."position"; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_note."position" IS 'Zero-based, among the items of its kind in its import';


--
-- Name: payment_instruction; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payment_instruction (
    account_id bigint NOT NULL,
    import_id uuid NOT NULL,
    is_active boolean NOT NULL,
    vendor text NOT NULL,
    reference text NOT NULL,
    type text NOT NULL,
    customer_reference text,
    status text NOT NULL,
    brand text,
    last_four text,
    expiry text,
    bank_name text
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: v1_payment_instruction; Type: VIEW; Schema: carryover_read; Owner: -
--

CREATE VIEW carryover_read.v1_payment_instruction AS
 SELECT t.account_id,
    t.vendor,
    t.reference,
    t.type,
    t.customer_reference,
    t.status,
    t.brand,
    t.last_four,
    t.expiry,
    t.bank_name,
    t.import_id
   FROM public.payment_instruction t
  WHERE t.is_active;


--
-- Name: VIEW v1_payment_instruction; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON VIEW carryover_read.v1_payment_instruction IS 'The active payment instruction of each account that has one';


--
-- Name: COLUMN v1_payment_instruction.account_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_payment_instruction.account_id IS 'The account: account_id of v1_account';


--
-- Name: COLUMN v1_payment_instruction.vendor; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_payment_instruction.vendor IS 'Payment vendor';


--
-- Name: COLUMN v1_payment_instruction.reference; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_payment_instruction.reference IS 'The vendor''s reference of the instruction';


--
-- Name: COLUMN v1_payment_instruction.type; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_payment_instruction.type IS 'CARD or DIRECT_DEBIT';


--
-- Name: COLUMN v1_payment_instruction.customer_reference; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_payment_instruction.customer_reference IS 'The vendor''s reference of the customer';


--
-- Name: COLUMN v1_payment_instruction.status; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_payment_instruction.status IS 'Status at the vendor when it was imported';


--
-- Name: COLUMN v1_payment_instruction.brand; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_payment_instruction.brand IS 'Brand of a card';


--
-- Name: COLUMN v1_payment_instruction.last_four; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_payment_instruction.last_four IS 'Last four digits';


--
-- Name: COLUMN v1_payment_instruction.expiry; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_payment_instruction.expiry IS 'Expiry of a card';


--
-- Name: COLUMN v1_payment_instruction.bank_name; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_payment_instruction.bank_name IS 'Name of the bank';


--
-- Name: COLUMN v1_payment_instruction.import_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_payment_instruction.import_id IS 'The import that stored it: import_id of v1_import';


--
-- Name: historical_statement; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.historical_statement (
    account_id bigint NOT NULL,
    statement_id text NOT NULL COLLATE pg_catalog."C",
    from_date date NOT NULL,
    to_date date NOT NULL,
    issued_date date NOT NULL,
    number text NOT NULL,
    gross_amount numeric(12,2) NOT NULL,
    path text,
    document text,
    import_id uuid NOT NULL,
    "position" integer NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: v1_statement; Type: VIEW; Schema: carryover_read; Owner: -
--

CREATE VIEW carryover_read.v1_statement AS
 SELECT t.account_id,
    t.statement_id,
    t.number,
    t.issued_date,
    t.from_date AS bill_period_from_date,
    t.to_date AS bill_period_to_date,
    t.gross_amount,
    t.path AS statement_path,
    t.import_id,
    t."position"
   FROM public.historical_statement t;


--
-- Name: VIEW v1_statement; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON VIEW carryover_read.v1_statement IS 'Historical statements';


--
-- Name: COLUMN v1_statement.account_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_statement.account_id IS 'The account: account_id of v1_account';


--
-- Name: COLUMN v1_statement.statement_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_statement.statement_id IS 'The client''s identifier, unique within the account';


--
-- Name: COLUMN v1_statement.number; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_statement.number IS 'Number printed on the statement';


--
-- Name: COLUMN v1_statement.issued_date; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_statement.issued_date IS 'Date of issue';


--
-- Name: COLUMN v1_statement.bill_period_from_date; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_statement.bill_period_from_date IS 'First day of its period';


--
-- Name: COLUMN v1_statement.bill_period_to_date; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_statement.bill_period_to_date IS 'Last day of its period';


--
-- Name: COLUMN v1_statement.gross_amount; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_statement.gross_amount IS 'Amount, tax included';


--
-- Name: COLUMN v1_statement.statement_path; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_statement.statement_path IS 'Path of its document, as sent';


--
-- Name: COLUMN v1_statement.import_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_statement.import_id IS 'The import that stored it: import_id of v1_import';


--
-- Name: COLUMN v1_statement."position"; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_statement."position" IS 'Zero-based, among the items of its kind in its import';


--
-- Name: ledger_transaction; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ledger_transaction (
    account_id bigint NOT NULL,
    transaction_id text NOT NULL COLLATE pg_catalog."C",
    occurrence integer NOT NULL,
    ledger_number text NOT NULL COLLATE pg_catalog."C",
    transaction_date date NOT NULL,
    amount numeric(12,2) NOT NULL,
    type text NOT NULL,
    reason text,
    payment_type text,
    reference text,
    note text,
    display_note text,
    product_code text,
    line_items jsonb,
    tax_items jsonb,
    submitted_date date,
    submitted_note text,
    billing_document text,
    import_id uuid NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: v1_transaction; Type: VIEW; Schema: carryover_read; Owner: -
--

CREATE VIEW carryover_read.v1_transaction AS
 SELECT t.account_id,
    t.transaction_id,
    t.occurrence,
    t.ledger_number,
    t.transaction_date,
    t.amount,
    t.type,
    t.reason,
    t.payment_type,
    t.reference,
    t.note,
    t.display_note,
    t.product_code,
    t.line_items,
    t.tax_items,
    t.submitted_date,
    t.submitted_note,
    t.billing_document AS billing_document_identifier,
    t.import_id
   FROM public.ledger_transaction t;


--
-- Name: VIEW v1_transaction; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON VIEW carryover_read.v1_transaction IS 'Transactions, also those of historical billing documents';


--
-- Name: COLUMN v1_transaction.account_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.account_id IS 'The account: account_id of v1_account';


--
-- Name: COLUMN v1_transaction.transaction_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.transaction_id IS 'The client''s identifier';


--
-- Name: COLUMN v1_transaction.occurrence; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.occurrence IS '0, or more if the same identifier was added again with check_previously_added=false';


--
-- Name: COLUMN v1_transaction.ledger_number; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.ledger_number IS 'Number of the ledger, unique within the account';


--
-- Name: COLUMN v1_transaction.transaction_date; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.transaction_date IS 'Posting date; of a moved transaction, the new one';


--
-- Name: COLUMN v1_transaction.amount; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.amount IS 'Amount, with two decimals';


--
-- Name: COLUMN v1_transaction.type; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.type IS 'CHARGE, CREDIT, PAYMENT, REPAYMENT or SUPPLY_CHARGE';


--
-- Name: COLUMN v1_transaction.reason; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.reason IS 'Reason, from an open vocabulary';


--
-- Name: COLUMN v1_transaction.payment_type; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.payment_type IS 'Payment method, from an open vocabulary';


--
-- Name: COLUMN v1_transaction.reference; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.reference IS 'Reference of the payment';


--
-- Name: COLUMN v1_transaction.note; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.note IS 'Internal note; of a moved transaction, with the explanation of the move';


--
-- Name: COLUMN v1_transaction.display_note; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.display_note IS 'Note for the customer';


--
-- Name: COLUMN v1_transaction.product_code; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.product_code IS 'Product of a supply charge';


--
-- Name: COLUMN v1_transaction.line_items; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.line_items IS 'Line items of a supply charge by the names of the interface; decimals are texts';


--
-- Name: COLUMN v1_transaction.tax_items; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.tax_items IS 'Tax items by the names of the interface; decimals are texts';


--
-- Name: COLUMN v1_transaction.submitted_date; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.submitted_date IS 'Date that was sent, if the transaction was moved; else null';


--
-- Name: COLUMN v1_transaction.submitted_note; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.submitted_note IS 'Note that was sent, if the transaction was moved';


--
-- Name: COLUMN v1_transaction.billing_document_identifier; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.billing_document_identifier IS 'Its billing document; null if it belongs to its ledger only';


--
-- Name: COLUMN v1_transaction.import_id; Type: COMMENT; Schema: carryover_read; Owner: -
--

COMMENT ON COLUMN carryover_read.v1_transaction.import_id IS 'The import that stored it: import_id of v1_import';


--
-- Name: account_change; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account_change (
    account_id bigint NOT NULL,
    id uuid NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    commit_position bigint DEFAULT public.commit_position() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: account_rollup; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.account_rollup (
    organisation_id uuid NOT NULL,
    supplier_code text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    accounts bigint NOT NULL
);


--
-- Name: alarm; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.alarm (
    id uuid NOT NULL,
    kind text NOT NULL,
    supplier_id uuid,
    details jsonb NOT NULL,
    began_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    commit_position bigint DEFAULT public.commit_position() NOT NULL,
    ended_at timestamp with time zone,
    ended_position bigint,
    is_mailed boolean NOT NULL,
    begin_mailed_at timestamp with time zone,
    end_mailed_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    next_try_at timestamp with time zone,
    error text,
    lease_holder uuid,
    lease_until timestamp with time zone
);


--
-- Name: api_key; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_key (
    id uuid NOT NULL,
    organisation_id uuid NOT NULL,
    prefix text NOT NULL COLLATE pg_catalog."C",
    label text,
    digest bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone
);


--
-- Name: api_key_use; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_key_use (
    api_key_id uuid NOT NULL,
    used_at timestamp with time zone NOT NULL
);


--
-- Name: console_approval; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.console_approval (
    id uuid NOT NULL,
    kind text NOT NULL,
    organisation text NOT NULL COLLATE pg_catalog."C",
    supplier_code text COLLATE pg_catalog."C",
    what jsonb NOT NULL,
    asked_by text NOT NULL,
    asked_by_subject text,
    asked_by_issuer text,
    reason text NOT NULL,
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp with time zone DEFAULT (clock_timestamp() + '1 day'::interval) NOT NULL,
    decision text,
    decided_at timestamp with time zone,
    decided_by text,
    outcome text,
    outcome_path text
);


--
-- Name: console_form; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.console_form (
    key_sha256 text NOT NULL COLLATE pg_catalog."C",
    sent_at timestamp with time zone DEFAULT now() NOT NULL,
    location text,
    message text
);


--
-- Name: console_job; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.console_job (
    id uuid NOT NULL,
    supplier_id uuid NOT NULL,
    kind text NOT NULL,
    task jsonb NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    started_by text NOT NULL,
    host text NOT NULL,
    process_id integer NOT NULL,
    heartbeat_at timestamp with time zone DEFAULT now() NOT NULL,
    progress jsonb,
    ended_at timestamp with time zone,
    outcome text,
    result jsonb,
    detail text
);


--
-- Name: console_list; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.console_list (
    subject text NOT NULL COLLATE pg_catalog."C",
    issuer text NOT NULL COLLATE pg_catalog."C",
    list text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    query text NOT NULL
);


--
-- Name: console_session; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.console_session (
    id_sha256 text NOT NULL COLLATE pg_catalog."C",
    console text,
    subject text NOT NULL,
    issuer text,
    name text NOT NULL,
    grants jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    authenticated_at timestamp with time zone,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: console_sign_in_link; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.console_sign_in_link (
    token_sha256 text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: control_total; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.control_total (
    set_id uuid NOT NULL,
    external_account_number text NOT NULL COLLATE pg_catalog."C",
    ledger_number text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL,
    sum numeric(32,2),
    line_sha256 bytea NOT NULL
);


--
-- Name: control_total_registration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.control_total_registration (
    set_id uuid NOT NULL,
    supplier_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    registered_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    totals integer NOT NULL,
    sha256 bytea NOT NULL,
    commit_position bigint DEFAULT public.commit_position() NOT NULL
);


--
-- Name: control_total_set; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.control_total_set (
    id uuid NOT NULL,
    supplier_id uuid NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);


--
-- Name: dry_run; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.dry_run (
    id uuid NOT NULL,
    received_at timestamp with time zone NOT NULL,
    organisation_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    endpoint text NOT NULL,
    supplier_code text,
    external_account_number text,
    item_count integer,
    status smallint NOT NULL,
    code text,
    detail text,
    attr text,
    attr_value text,
    payload_sha256 bytea,
    load_id uuid,
    supplier_prefix text GENERATED ALWAYS AS (COALESCE("left"(supplier_code, 33), ''::text)) STORED NOT NULL COLLATE pg_catalog."C",
    account_prefix text GENERATED ALWAYS AS (COALESCE("left"(external_account_number, 129), ''::text)) STORED NOT NULL COLLATE pg_catalog."C"
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: erased_total; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.erased_total (
    account_id bigint NOT NULL,
    ledger_number text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    count bigint NOT NULL,
    sum numeric NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: import_rollup; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.import_rollup (
    organisation_id uuid NOT NULL,
    supplier_code text NOT NULL COLLATE pg_catalog."C",
    slot timestamp with time zone NOT NULL,
    endpoint text NOT NULL,
    outcome text NOT NULL,
    code text NOT NULL,
    load_id uuid NOT NULL,
    requests bigint NOT NULL,
    items bigint NOT NULL,
    stored_items bigint NOT NULL,
    stored_documents bigint NOT NULL,
    accounts bigint NOT NULL
);


--
-- Name: import_total; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.import_total (
    organisation_id uuid NOT NULL,
    supplier_code text NOT NULL COLLATE pg_catalog."C",
    endpoint text NOT NULL,
    outcome text NOT NULL,
    code text NOT NULL,
    requests bigint NOT NULL,
    items bigint NOT NULL,
    stored_items bigint NOT NULL,
    stored_documents bigint NOT NULL,
    accounts bigint NOT NULL
);


--
-- Name: ledger_history; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ledger_history (
    account_id bigint NOT NULL,
    ledger_number text NOT NULL COLLATE pg_catalog."C",
    import_id uuid NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: load_total; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.load_total (
    organisation_id uuid NOT NULL,
    supplier_code text NOT NULL COLLATE pg_catalog."C",
    load_id uuid NOT NULL,
    accepted bigint NOT NULL,
    refused bigint NOT NULL,
    dry_runs bigint NOT NULL,
    undone bigint NOT NULL,
    items bigint NOT NULL,
    stored_items bigint NOT NULL,
    first_slot timestamp with time zone NOT NULL,
    last_slot timestamp with time zone NOT NULL
);


--
-- Name: note_words; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.note_words (
    account_id bigint NOT NULL,
    import_id uuid NOT NULL,
    part integer NOT NULL,
    words tsvector NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: note_words_progress; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.note_words_progress (
    id integer NOT NULL,
    read_below bigint NOT NULL,
    read_to timestamp with time zone NOT NULL
);


--
-- Name: operator_action; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.operator_action (
    id uuid NOT NULL,
    performed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    performed_by text NOT NULL,
    performed_by_subject text,
    performed_by_issuer text,
    reason text,
    action text NOT NULL,
    organisation text NOT NULL COLLATE pg_catalog."C",
    supplier_code text COLLATE pg_catalog."C",
    external_account_number text COLLATE pg_catalog."C",
    ledger_number text COLLATE pg_catalog."C",
    before jsonb,
    after jsonb,
    commit_position bigint DEFAULT public.commit_position() NOT NULL
);


--
-- Name: payload_removal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.payload_removal (
    supplier_id uuid NOT NULL,
    removed_before uuid NOT NULL
);


--
-- Name: platform_key; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.platform_key (
    id uuid NOT NULL,
    organisation_id uuid,
    prefix text NOT NULL COLLATE pg_catalog."C",
    label text NOT NULL,
    digest bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone
);


--
-- Name: rate_limit; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.rate_limit (
    key text NOT NULL COLLATE pg_catalog."C",
    points integer NOT NULL,
    expire bigint
);


--
-- Name: reconciliation; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reconciliation (
    supplier_id uuid NOT NULL,
    id uuid NOT NULL,
    snapshot_at timestamp with time zone NOT NULL,
    read_below bigint NOT NULL,
    verdict text NOT NULL,
    control_totals jsonb NOT NULL,
    coverage jsonb NOT NULL,
    covers_all boolean NOT NULL,
    differing integer NOT NULL,
    performed_by text NOT NULL,
    recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    commit_position bigint DEFAULT public.commit_position() NOT NULL
);


--
-- Name: refused_import; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.refused_import (
    id uuid NOT NULL,
    received_at timestamp with time zone NOT NULL,
    organisation_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    endpoint text NOT NULL,
    supplier_code text,
    external_account_number text,
    item_count integer,
    status smallint NOT NULL,
    code text NOT NULL,
    detail text NOT NULL,
    attr text,
    attr_value text,
    payload_sha256 bytea,
    failing_items jsonb DEFAULT '[]'::jsonb NOT NULL,
    items_not_kept integer DEFAULT 0 NOT NULL,
    load_id uuid,
    commit_position bigint DEFAULT public.commit_position() NOT NULL,
    supplier_prefix text GENERATED ALWAYS AS (COALESCE("left"(supplier_code, 33), ''::text)) STORED NOT NULL COLLATE pg_catalog."C",
    account_prefix text GENERATED ALWAYS AS (COALESCE("left"(external_account_number, 129), ''::text)) STORED NOT NULL COLLATE pg_catalog."C",
    path text GENERATED ALWAYS AS ("left"(regexp_replace(COALESCE(attr, ''::text), '\.[0-9]+(?=\.|$)'::text, '[]'::text, 'g'::text), 200)) STORED NOT NULL COLLATE pg_catalog."C"
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05', autovacuum_analyze_scale_factor='0.05');


--
-- Name: removed_rollup; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.removed_rollup (
    organisation_id uuid NOT NULL,
    supplier_code text NOT NULL COLLATE pg_catalog."C",
    slot timestamp with time zone NOT NULL,
    endpoint text NOT NULL,
    outcome text NOT NULL,
    code text NOT NULL,
    load_id uuid NOT NULL,
    requests bigint NOT NULL,
    items bigint NOT NULL,
    sealed bigint NOT NULL
);


--
-- Name: rollup_progress; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.rollup_progress (
    id integer NOT NULL,
    counted_to timestamp with time zone NOT NULL,
    counted_at timestamp with time zone,
    verified_to timestamp with time zone,
    verified_at timestamp with time zone
);


--
-- Name: schema_migration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_migration (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    executed_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL
);


--
-- Name: schema_migration_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.schema_migration_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: schema_migration_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.schema_migration_id_seq OWNED BY public.schema_migration.id;


--
-- Name: seal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.seal (
    number bigint NOT NULL,
    previous text,
    root text NOT NULL,
    size bigint NOT NULL,
    from_position bigint NOT NULL,
    to_position bigint NOT NULL,
    signature text,
    sealed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    frontier bytea NOT NULL,
    entries bytea NOT NULL
);
ALTER TABLE ONLY public.seal ALTER COLUMN entries SET STORAGE EXTERNAL;


--
-- Name: seal_head; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.seal_head (
    is_only boolean DEFAULT true NOT NULL,
    number bigint NOT NULL,
    CONSTRAINT seal_head_is_only_check CHECK (is_only)
);


--
-- Name: secret_fingerprint; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.secret_fingerprint (
    generation integer NOT NULL,
    fingerprint text NOT NULL,
    noted_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: storage_verification; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.storage_verification (
    supplier_id uuid NOT NULL,
    id uuid NOT NULL,
    snapshot_at timestamp with time zone NOT NULL,
    read_below bigint NOT NULL,
    findings integer NOT NULL,
    not_compared integer NOT NULL,
    compared_by_digest integer NOT NULL,
    performed_by text NOT NULL,
    recorded_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    commit_position bigint DEFAULT public.commit_position() NOT NULL
);


--
-- Name: webhook; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhook (
    id uuid NOT NULL,
    label text NOT NULL,
    url text NOT NULL,
    organisation_id uuid,
    supplier_code text COLLATE pg_catalog."C",
    types jsonb,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_secret_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    cursor text,
    changes_since timestamp with time zone,
    state text NOT NULL,
    suspended_at timestamp with time zone,
    suspended_because text,
    failures integer NOT NULL,
    failing_since timestamp with time zone,
    next_try_at timestamp with time zone,
    deliveries bigint NOT NULL,
    test_id text,
    version integer NOT NULL,
    lease_holder uuid,
    lease_until timestamp with time zone
);


--
-- Name: webhook_delivery; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhook_delivery (
    webhook_id uuid NOT NULL,
    number bigint NOT NULL,
    message_id text NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    changes integer NOT NULL,
    bytes integer NOT NULL,
    status integer,
    error text
);


--
-- Name: account service_account_number; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account ALTER COLUMN service_account_number SET DEFAULT public.next_service_account_number();


--
-- Name: schema_migration id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migration ALTER COLUMN id SET DEFAULT nextval('public.schema_migration_id_seq'::regclass);


--
-- Data for Name: accepted_import; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.accepted_import VALUES (7769290739419763324, '01a21da9-7c68-756d-8442-f8e01ff44c86', '2026-11-27 15:39:36.424+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 12, '\x28b52ffd60f00b65220046f8a82600ad6c03de496d226305d7d64e89a48838ce770c01ce30c496f5f42c1111ed0a4997feff3f849d009c009c009b5f2d468e6bcdb3cc30053dcf8c26692a022e8c2b76cdfaf505ec0a98402c2ca304100b80bef5eed21fbd04306b8041330825c260585cb1f5c0f6cb0c6790ab00c19270c5fe5d9e99393551c56f43af6b66783115532a22473a5cb17f6f742a32ae78ab5422a162d07af5b5066ddf67861da9988aeb2129b026952eb4f46de8695a53aeedf58f7066f86a58988084c2155fafdcf78520fdeb7d5d65890c7eb5215df028333c399b756678cabffd2033dcc0ac06c4ca26141271649202ca04126170c59bed0af5efdbf957eab672cc703620e08028103207c381658ceb7171c5be791a7d2ddcbcfb31c3080f89843291b2a1a649c92736b843b8669bebca56fb8b165bb7f61b2f5fb57a5f73ceaf2b805e99f5a01aea711c879988165bad7f5edcbc7afd8bdba597e63eb06eccf06b7eeb16af6fb6767ee3d73473342e8c411f0f4ac0854d5433a129fa5af12dbef5cebf1fb4cd7df1ad837173bf965e480fb5d8fc35e7384fb3cd7d5cdbba10af77de83a116a35b6e336891eb07bdef71664449ca01703568c6b83047638a1a6a42907f77f5418f0db62b908823c322920826a936648617b29177f3887eea21d70fcc70661944f45311fdcc284cf0c26924577cfda3aed5fb35729a4cdf2d332ca5948d7424ae02130a137cdb2fed1786b75e27cd46420e351dae76e77221490ef448e8a11a693a9333dfbb787d212e22474e732e2029cd3941d0efb6f5e6f57ae8c0f583b646b73418c6af36b4fda0f57858d904e2a0d8955d05d4d344d3543892ba3c11e4282696c013cdc9622bc7d54abcfeef5c04db12afbfad1071f307af7b3c1c078d4844c05934d394c0d0ab0f7ebfe8d663f82278dbefedc53341d0134912a301a1045c5880a8a891253206cdcc88049124490a1d6002112121ab1b12a8a230c8a32027300411680484182690b04882a485c5c218e6f6840333e1aca206fc7d1965c4c96e0ff42b86be15782799b107d611ee371581717979902a00716b648075c98a8e6a2e7fd36a94665e3a1e151fc8923633406346731126c525c5c6c4892e17f0913ada4ddc35dc4e08984b89462ad79b49804e81d59d746a18310de2cdce544f0f60977effa75eacc76018b6218be08dc12d9c9010481adb9a31b5a97d8bf58c15ead40f299bf9d41b74842ca06a3e8f70936913d44afb386b4010398fda25c76dbf752a106dc6004734c943035c78833ae1ad67607fc3677811a06d7bcd87fd253f457657499250e8ec19d84d8f39e2e1e4ae2f30b2729b3a009e6bf51bbeb12d989d6cecf32f208c7274b8231f71d2d98d52040717076d9d707e8a637312697cc8ad294ed72ae1be63bbaf52ca76f6b33c234b6b0a19c437354ae946d036a8449bd5ff33eb17e7e5a0924f562870b77a8210694e8a87ae3c4547352ed95980f76d98afc980a6460202aba3df7454b2bf931a26228a68e2deac33e5535d9821143e3136e7448c1a', NULL, NULL, NULL, NULL, '\x168ac383e06696dbb576b23edf7fc4e4fb6ca1c4a54ae17a65582d897bbc06df', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 12, 0, '[["L-2-E", "PAYMENT", 4, "514.42"], ["L-2-E", "CHARGE", 4, "469.50"], ["L-2-E", "SUPPLY_CHARGE", 2, "252.00"], ["L-2-E", "REPAYMENT", 1, "341.98"], ["L-2-E", "CREDIT", 1, "18.52"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 809);
INSERT INTO public.accepted_import VALUES (5744194280967992869, '01a21da9-7c6c-7675-85bf-4f2ad4345283', '2026-11-27 15:39:36.428+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 12, '\x28b52ffd600a0ca521000637a526008d6e031e7365991119b43e2659591040e8105efd382976b4c60b6c54cd222c4180aaaa8a109a0095009900f57a06bddb4b2b1432721ce989120156d653ff761fbfa4016031a85659598341f3fd8ee21fb504326aa0a21a16715415d5535f0ff4c7bdb486590407d4a3a7fe8f927b79148cd3cca9f30dbdce7be948261e99881ad9f4d49fbdd299d07aea6a6904c2d4e0f56cde1cbc8e732ffdc8c44c58d78380822874e1a5f986deb639e5fce2cf10df4b5b0c2a1378447a6afc96fbbe10a4197b5f673b2220c51c0ded411081608eaaa7aed715e867c7dd674bff5aae9766641403a33448024209f4d45fbd8de62dac1efe7ae983ebf18840a46466d34c276f8f6d8dd9d6c75bc49fbfabd6bf18b3bd61a4608e86565918e6a8accc61a0086a9aa5d2936bab3f8e9fbdc6ea59fc5facff78e294e2dc07dada4b83d81f638f1289c59e2325dbcde2bc3df7b1be83fded71ccf7bbcf9ec138b93619d51a0c2babe8754502ac4c9a4ce43451047d127ad6e1f117f1db9f605fb8f6c1b202a8a55117e4304ee33c12baa1e431e719f4bec8f0ff1039bf561239ceb739e7624aa9592824f348136a1efc92844ae67838b287bd612f0d4946e2fa109ee9879c3bf4d21a5500e1794278ee25a1d250c3c89e1aff477fb3f86364d334ffeda5a5949291524f0d667b432af1682f2d35f57e2f3d33f61c95844a73d6bb9f5ccb7156c19f425d17a541b006cd2ccd2278980564bd7bd0273e89a04fe25f6fe17b9a6731e79c5213310d34af735facefe07591426aa48c16cf8259388e9c3f71308cf73f2fd6cfdb739cb765f0c386c78e8291f249c8c542be5e17eb5bfc61438ce69338d01a5523d32aebb2a2469a52bcae8601c3e110980f133d53a100c1c7b57ac5fedb75ce1538cfe0b592d42c1c69420c2c12600580a4a861a53208a9991151902405297460020964a4cc7c1228e2600a88594c400851480908214722096a32a3302d1603528b4e73b2344c37c99241f58bf6aee6c854ea7d7d44d6e8491160370323de693732945e79187a66b45da1016c0581961452185812e0bfa958379fe081f771f111ee1a2074fdfc9ebe2a16436ddad0c31247344153f70dadd98aeaa4b1aa6b492b0e486445cf39191493bcfee6d4c32ea26bd0acdf471681b6c82bab53ed385e05de5b2ac28fcaff846abd7a447120d50220ded55044149f16bcd4a3634ce2926df616c6c030f7e8fcd4415e75eb4d08b716d756620a93edfc0540a1d6d619822c97f74cefa7338c1c2e89f110cd0c5b00701e26ce62af9245f641c09ab10ccf175223dc32eec71b941fc5ce7a942292500ff65c32cd2b7420dc8bf1ee24b2a262fd4edb2056afc70a67908e92e438392d26c55fe46ad03b360f5a316ba7011b051859ed04af06dbaa3e9d81480d53b9e9fe79e571539b088a14da9ba4c734bef520306400264df2217b146c620d20def72a39a182e5a8a02ca28627f791a5534253577813a9f8cca2396bac06', NULL, NULL, NULL, NULL, '\x712a1d5310102c5a6a756e0168e2bf21a3097ba4f54df4990bf561bedfa92f9c', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 12, 0, '[["L-4-E", "PAYMENT", 4, "1000.41"], ["L-4-E", "CHARGE", 4, "147.39"], ["L-4-E", "SUPPLY_CHARGE", 2, "147.00"], ["L-4-E", "REPAYMENT", 1, "236.18"], ["L-4-E", "CREDIT", 1, "146.41"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 811);
INSERT INTO public.accepted_import VALUES (4385992124705444203, '01a21da9-7c77-7457-8045-12dc607b2ef2', '2026-11-27 15:39:36.439+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 11, '\x28b52ffd60df0aed1e0036749c2710ab6c038efdf339192b3aeb7122324b555d1479927c044bbe50209f87995a024854555555300393008f008e001283015113442d120118852b76adbaf5cb03006bc8ecc2288f86fcea5ca63d89392896c025b30881e4ba2caeb876b7dd72c359041b38b0265cb17b99e726424e143d157ffd3aaeb961464c2862620145882bf6ef291319573ca98440a8f8d68ebed6b7b67d6ef88989278141260356c5c27d557efd3a4d6bb975b5fe0fce0d630d8be2981070c5d6e9e679df956f3b8fa30c11d96480a012915c5cf1ac6d91fe6d397f2abdd28d1bce041c8f48e2207b5c0f4a7661108c2bf6d969f2b56f76d6e3860f209309412546478a0f2346d3b60633afb9a5d3317d3f689d6616dc1d22924776619188e4c228537422154d10d444f0426d0bc4545addeba0ccf4e65d3ab9e1cc538ddad77c7338697bf0ab73fefd176eb43987d7b65bdbf05eb7737657b9e112cb2cc8c281a248f26f8efe75a8f0b5e3e074b798864febb7f5dfce83dbd61afcea3792a2e25150d3744992c39814d6bf520778b950db0fadcf4a39b7091114c9444299d0fa71c35274a29dfed02ffddbba811bceac82877ee9a19f9b840896202772c5d63de91a7d58be576e38c6189d18155cf17d5a3f79e9e4acce0d3f6ffb2f37dca0588d8895556444f2081109116cdb33d6b9eeefa7c1e97ffd63700be16d0c9cde405d73bb901c0504510f547bf3fc9bfeef9b04491145c5478a91a36040d0339d5aff185cabbdb5652141cfb38822ea791c697ae263f1f94d85e42ca444f4504fa75b6da2268891a8580e6a7aa6fa5ddcce8e5af72004f2306848248e0646b92827a2a48781a974d6fe5b3b050fdaf6ccd67f2b85d35ff36deb302c208091a8712523c6d4cc88888224490a1d6002112129b30e12c8c22c49b3242634c8302320849891d0264a0a0c5a0d2013c693828deea1ce4ac3aa095befcecbd4639f01e0ce2b438289df1f001a0df4f8071728a921884c08a86b6ec6494a4118be2201e37b31ae994efa12c9762200b68e10c08df31d210ed0f1a32f73d38240faa548cbab72afb72bef0ed52b26c84d19f18a0990fbaec653933f3ea6358e1c868316ccbff2074c98321cff4e19da07802e02f28735993730845645afcc83910b2dc5e326cca40d7434d44c1778c19ec265f2b787b12b93d91290cd6099daac7c27267063368865b41a60abb83b1ffab56a374d8d7ef4715803cd384a9e70b6e7ca30d01338badd2a51bf63a78f15946dde7fc16c9116ef65f576cbaed4c54be498a537e4411de5ff9bc42f9309e731aa9ea88d3ac2cbf54986fe380f119335e968bbe40628637defa0330f271df8623cdea2a9503253436bf4aed2292feac25fa2908981396760d4', NULL, NULL, NULL, NULL, '\xac496ab967465e2669114fabac5c929a254cf0d870c5168276fa4f58c20d4da0', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 11, 0, '[["L-1-E", "PAYMENT", 4, "580.16"], ["L-1-E", "CHARGE", 4, "890.70"], ["L-1-E", "SUPPLY_CHARGE", 2, "294.00"], ["L-1-E", "CREDIT", 1, "93.95"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 814);
INSERT INTO public.accepted_import VALUES (2517825460884380136, '01a21da9-7c7d-7015-9816-f4716fdda076', '2026-11-27 15:39:36.445+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 12, '\x28b52ffd602c0c0d2200a6f7a625006dce03ce504164b42f737e49b120e09429e98f1adf4512e600bded80432d51a8aaaa2a429c009b0099007001df6dbb0a1df6c49b052321192d1845c0c45cf2d7f0e78f54009341336a6215836efc5c44f5e814c0a6018a6616c44151934b8e3b5d3f7be299350b0ea6cb257f2f627bc2400ad430926ffc755cf5c4a3a860a2e29151bae4bfaba58b2273c9eda51208926bdcddad558d6bde9ef813158b6236ae82e9a1c07d986efc759a56e95671fe0df19ef8644c98c00571c9f3dfcdf33e4d77ee3ceeba44fbe28f463aea8943d2e2f7c4979debd69e38039b18d6943da8e5a8b2ab00f2b01c944b6e7155a0bf6be67e5ffaf86e9e78362050598a83aca22a2ca36663bae46f3b8d6eedb35df63cf183c675411e312a8b66c1e08ec1d3b97ece15e68fe0ba35fc5db9bbf5dbfad9725419352dcb414d0c8a0a23976791c9845bfc453eebba005fc375ab34a26e9ebed613870db82ac05fa8fa83f92310d7cd0b4fc7c15c3fe2177265d0a0febafbf0d983f66ffecf0146ecabddbcb5df1edadffa3f873903e8cca646c42872691667e3e7b6ba35be705ffb59835bc537b22ffea0fdadfdb6751a849c26924ec43432529686894d77f37bf61fee6b9f132630c7e5c0ae8b3f4fdc894accf621eaa6ff6df5c113cf260388ba1710757b9230e18e54a24b9edfa3afddec29b1599ceec79e788c312af1715c721d1309136e73d5b4fe6c6d85f9f773d0a338ccd24809b7f6f95a8881a4c348b96033e0614d584609ac0900521eb92c4b7e8b2ff7395a4829a3454254f32831924bc4d4684cd9c3aa2836b359c0288b8851384bf49f958b6ca008e9ba0023919beb86dbaddc6713c0c4e8355174521576350af32ccd026e75ebce83f9b96eeb4f83d0deea410f141927c6866141022646b38a31318a361a9080893d527124230380ada851a5220621323422a3490a52e86002111929330f1240c07834cca324470c31c61981889c89b165a4a4c5627aa3eee1d47e22ea9a4587bf5466080826576cf4c37077ec4326ea163409af396330f8a9c24fe2662fb1661e51572062944ccc44492f5f7e51c6adb1279eda258c15fd1bf79c41361604e7dd19716a07e45827e9f76cc6f17b56f8a6659551104735adfa04972c5fad8880611724e2df0a9df13ef143c769023a81498364230f02347e44771d2422287ee4659ca94b5eed73b136290a09a23d96c30de724eb5d26afcbb04a84ea47867876688c0fd2a08f73ec17a02271d8d585c671a063f5de8401e3b71acff3daf6149708872db3cec3ee4c79ff1588cdc2e478a95fc759d53ed5c791048e165cfcd9931d5e5147a1dbc6bd8d78b06e234d1af5b2941a0fd3ea70ba52e6904704c2a534b98cd77e48438740b524399a682c2d36be0e1fb30eb1f83a5b6657698a876e660b46d4c9ffbfc1fff2de94982f8aa648c99771654b374f96e72a128f054a93024ce5d0b3ac44766d9715a7373fa0fe6f8a475f0a3c14b1d460dbfe2777ca4fb51eea28b06752ce996235', NULL, NULL, NULL, NULL, '\xde3fa0cd9b65823db4c579a2a153cec48261b75dcbe000cdcdcf6439b99278ca', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 12, 0, '[["L-6-E", "PAYMENT", 4, "1008.23"], ["L-6-E", "CHARGE", 4, "-26.18"], ["L-6-E", "SUPPLY_CHARGE", 2, "189.00"], ["L-6-E", "REPAYMENT", 1, "325.26"], ["L-6-E", "CREDIT", 1, "163.46"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 817);
INSERT INTO public.accepted_import VALUES (8173742542261257265, '01a21da9-7c79-7396-80e2-49c98225ae5e', '2026-11-27 15:39:36.441+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 11, '\x28b52ffd605a0b7d200056b7a62710ab6c038efdf3ac80109df5784cc59899ae8059565ff02c0d094c0ea5e978c025aaaaaaaa9b019b0098009d003172d776eee1665aa178a47c2205946850aca9760d7bf68a0380326a6651ccc1a88fbdbbd8afd200ac12b06a765122965535d5d803ade7663abb28c4a09234d5fe5dbe99c5d4448a87eac7a1d7d9661a9289c74944d3994db5bfddaa4c644df5762bc401d520f6ee6b16c4367f33fd380999a00f09a49a247421ae8f434fd36ce52ccefe0fde4c5346850548284d75f6cb7d5f08d6cfded7dd8608aeddfc358e42767dc7cdb4e3384ee34450530dfec561ad78b59996e686bd9996ce67fb6033cdc02ac65565937a451c990442995c11aba9deb04da8fe3677feb73abe5c339d090438ae8441e6b01c5866d1076daa7df3b4fa5ab879f96ba60d1e120965e238cd4221a3f93011bdf9831e32788e7f71c8d907f18d8fbdf3b70fd68be53ef06ecd74f60ddfce73bc5cfe6a37bfe69c476cb92f8f07a541b1d94cd19c9c48738ef3b4b85dfb457fbb855bdc7058f11cb377de83a1563d1e5536b91c15a31985444ff344128a60b69eb38d8e3d852f6ede705df31c2df872dc4d88d9ff9d8b0a8fbd2e72f641ef8b260949d32331da985c1596d581ab0250cc4682a6a3c8fede45cee25b8957c49161114904935c1c36d390d33879f307fbd543ce3634d35945f0607ff160bf1984888666e334d5d9bf1a110811ede196ad5f2c7a5d118b62cfd32ca4859c167c376c1f8c170bbe9bf50c5a8b14410ac8514c724ecd84a49c3266affcdd3c6b1e6e31fb5d448b2872a2674a5233cd2917dc1ddc92ad82e66fbbfba053daa834ab1ed26ca44926a49c5cc396b309f135cf779b53ca3925493e539236f76c69f03a0a89580f5a301b48468b6cb5b8806d42a572b3fd6831a3299a248971511a14ab99834131ab068092a81121330829432522224d0a52e87002111999b31b12c8c1780e66698a1863884202628c4222d18da2e226631f4b99fd845e1cb227c1b06216cf89d9289867b1b9e4846d994e0185b8c6e0e6a52a49ceb0957635bf7084e9230e0dea915bc247c78abb0bb5ae4850389227112e642894f8041e8d1f18890833e6a18734dcf32626c99195f823156ac024e44810ac31617442103318320ea18c18dc1d1a390dc2d1fd89904d8e065c514de73406732ba929c10062651f199c7b5a71d672884385d1a4e4bd1462a80abf9674aad68dc30543cf6540e0c6846c397477a6d6104413021e3a6374ce3d54c198461b6bbdb04a9f60523a43f295d045e690ea9618dd54e678c709dd1672e8a085b35207fd33e71d1a7437ce2cb794cd94613796af18ca60fb3c90eb1d06cfaa5632c72a947fa66d6d3704b38d58b390087bfb25e5d0e22e6a12bdd7ffdbee27e449c76a49f8a4a273609fe8e737b22f2e6e280bd4d035fedf718a39b54c82103e1fc53ea768d4', NULL, NULL, NULL, NULL, '\x7930684ecbfa4976cebed57363623f9d12cc9f0997355b4f4bbe6f2a1687f7a0', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 11, 0, '[["L-3-E", "PAYMENT", 4, "788.01"], ["L-3-E", "SUPPLY_CHARGE", 2, "378.00"], ["L-3-E", "CHARGE", 3, "-47.59"], ["L-3-E", "REPAYMENT", 1, "269.20"], ["L-3-E", "CREDIT", 1, "15.26"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 815);
INSERT INTO public.accepted_import VALUES (3245325335831841257, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2', '2026-11-27 15:39:36.459+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 11, '\x28b52ffd60660b952000e6b6a326008dcc03ce696db646c147322ac0456f4d16b5140d9e546eb01995526575432d51a8aaaa2a429a0094009800b9c3b6db4b47c869a086e13c0b01caeaa81dbb8e9dc1a2042695645db3a09202e65fd7262837a9014b2298e6555122d32475d477cbd4712f7d5594018224e9a89d9bf85ea087693464d47fbb4da3bd748c8b08170c096547ed4feb8c8baba3ae765224449def661fa3f952fcbdb403177141412406d26441ebeefcdb6d184667462ff697f05e9a7248d68084d25163b719c775793ede38cd3645fe146bfe76fab5592f7d110c3caa05c2f5981ed6355110aaa3f6ba61f3b1ae6e98eba511201209650221033d4d6cde2e787d99a59abfbfaef9d3cf6f6ff732a68e317d0d7f37ed55aecd32bbf02ad7d64b3f5394c0a42e09d27098474629978a6660b098feab9bc5cebdea10d631c76f4ed08ccbb6f6d2d51ff32cdbb0e74f35fbd95fe5daebdcf6b0d76b35c7cf9fd6875ddb3e8c8c0d74a8e3572dcddd66211c736fe2617fd79e57306dc05ece8e6ba58d0732a00335ce238072cc6ba2ac8743320c09f0f67655e471591149c492d8dbf5d20e6420ae2e417f7a9751885efa920e24e84312f47b51a8684732b0a3c6ce4dc72ce618f8c49eefb79786104206ca46479ddfde6e326cb3977e64bdde4b47f8987eeea51d96e4a8a46b32abc8e3921850265564eaa8eba50b33150a15d53f7bf7e0f861b71204225d93ea312deaa20c2083791a30ca8c7ede2aa658d34808006a9c28656cc0f8b63ac61a094507cac6d4301200cab8690eee112fcb28f6b0ff7b061918e3a201618a49867c0018d2814fa69587fdaf8d7899565e75c715fa2ecdb8e6818e0335d1515104286b5e0f07654d1302a10850160362a01825c3520e736cebf30acdddf3bb35702fd3ca44555564a22c80809ca88125336646664682489282241d70020944a40a3d12c8b234c9c39c13186204d008448628e6a6a8a5b4061c4b7553658daf5eb9670bbb648a6e96896800f478b82104c347133fa18e056e2be1c2941c65b8423dc9c650c834dbd3c6457b0a68118d27c3e64fdcf3a1cfd8736b1551b8699bac462c72568dee3788d54f29ebaad5b0629ecbf550e5f105ba1d9023125b7acc2413808c079d4691381df9a34d22841e30e489819c6b514bd1ec524dd9785e658e867ae501dba5a3c3c264b0ac23810d1f603ed081276b31a9d133853ffa9b7293dc40acc29a21f80f8a56dc0789275aeaded8110d47b7fa2095d71964bf3714db1011975fda86de1853a76c63cc66b36c838f23e667f07961b5d0b2ff9c35d1a244b1322bbae8100a9743fb3e68e8e59790873cccbb6a2a5ae9e3d671d57f63bf438a599fb43898f5782dc6e38b01de281d7ca0ff76a22f8dcf245aa1ed2596a6350bbaad25898c2b14825cf32c80269648de88b5d8b82a95c59478e01e8bee143cd5851142a113b539a788d5', NULL, NULL, NULL, NULL, '\x6259f88a56668dc2f86d687899206853c51dfe87c0ed56e738f74ed8efdf1f51', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 11, 0, '[["L-5-E", "PAYMENT", 4, "448.60"], ["L-5-E", "CHARGE", 4, "209.50"], ["L-5-E", "SUPPLY_CHARGE", 2, "315.00"], ["L-5-E", "REPAYMENT", 1, "119.96"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 819);
INSERT INTO public.accepted_import VALUES (4385992124705444203, '01a21da9-7c92-754d-a332-2e738f3922e4', '2026-11-27 15:39:36.466+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 9, '\x28b52ffd60140a051e0016f59e2700cdba014e697572a0a72bac0ca326872769ccc6cd8abc045387443e1103cf7fb32efdff7f0801920094009500cf00474cabb4b73e36393bfdef4350bb8e91f456ef4d3ee2c311f74f2a69771c5721e86144181f004c7ddbb4462444ccc96c62d5ef7375811d8e501609404628128baa70c4bd695ebe6dadc32e95195bb3ac2ab0c3020ff44c2c920047dcf462d23b433b638721f8400f35a914481605adb3f26d77316cca6c5aef876876988a489640c58023f6aed9b6759c7cbf9b5639221608138f06b4800adaed99d93fe9fb6abbe7fdad3d8e6ba7745614c93551554599282b2622a311a3b3616fed3ed7612fcb26f6a466661b57293bec4d6dd5dadfcba6ad9897b195cef6f7b6b96bd961e8d1801a8f85c3f104501647dc986d6f8c04808ac86ba22c49443337490958d2c024afca80324d12476c2f37dbd9e1aba20a10247618c2483c2091237edb5d6db2c30c0805302a6054c0a9a1482c16d0037a628c31466773d970ffd4ea73fd6857efaee1b5bd0bdb6563512a14abda2e019d36c47cd95d361dd8e14b3a809810f3d9b96c9811139023f6de6463d537d880e4b7853001170d8e98fb6a3b89b9d2363b0cbdcfe76445915c9502034b459938626aa782ec9faef557d9b666ec70c492229574591e844b3249ac6ba226d4631dbdbeb1c308934ac5209bcb86a9ed30ed9df1b990b1d5f6765fa5edd8c2dbab31148ea8783816d1a2022c95645d92a092001450021221f44028b3696ffd4ae964e7b2b96c3836a018e3e2a1a03eb1476d8769e766e675471f06537dfef37e5b1f5e63766653419a4ca4cb5249a4455d5401240171c427c6276abe62d51febac1fede7ba6b68b7f3b9c7d0fd40dbe16a9ccf769fcffbbfb3e7b335017ca8f12443482123233322229aa431600211292a2a0f1208625196e4489020a210130e9150c66482485298b418ce5e7dc8080fb443677bdbc905ab2df3f1f67222131e82b900f10ea9a6247b36876e258292e21279c1a4af4cc83d84b1b8d7210022de45b58202f3fcd538511627e29657cbbec7b0c5187b3e47f9aecc3bdc912178f43b1051d0d2cafd7dff1318115c6b7744e123b824191189ae14b0582f57875cbb92d37e77d08a436295b0571480b985905f1441086d1cbd73c2ac87e5ddeace4e6e6dbe9eb3181608020328723cf38f91d4a6d6141c3dd4c90fdf3d17cfa18433049db04ed8646d143abd3883043b40324e3e51e06649a95266559b2c40f9f847963fbd25e25ad0e3c2ff404e2fce9214831a8ab089c127aaef7c4e89217f2d9b31a70a90470e14435aa0785c0b84f989cbb2adf5917e8a5fc0c4f8cc99e22a', NULL, NULL, NULL, NULL, '\xfa02f3593768056532a7ccb8c992680fc07ee3c77508c079dca3d2e164ba4f8f', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 9, 2, '[["L-1-G", "PAYMENT", 3, "672.08"], ["L-1-G", "CHARGE", 2, "62.28"], ["L-1-G", "SUPPLY_CHARGE", 2, "210.00"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 820);
INSERT INTO public.accepted_import VALUES (2517825460884380136, '01a21da9-7c9f-723f-9922-760b01181703', '2026-11-27 15:39:36.479+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 9, '\x28b52ffd602d0abd1d000673982600adea01ce69b5307f1269d78b9a1c2d5ce15e12b700704c384e14c5b91048c3bcfeffff5f218d008e008c00f6eb3f2fabf612659dd6b5e8800e47ecdf324adfee9dcfe32ce0834ec0653e7539231222be11eb6bdafa772e70c30faa2205c4c7045251148ed835888f4f3ddbae2a23864e0c9b0adc30e5309c0882059920953551118a237659af681d231de38619cf791c2a4229902a0ad946e3d3ad5e5747aca9f57f706e987a48d500c58023b63e314ddb6e7c5bb56c7244d2dd62a437d44c3281581325914c26aa7a8c44036ac026c3d7b65bdbeea96758ffa5d34588c6b43b2537eca4edcb39a6efe66e639cf58bfbcbed949572c3cfe16000281a000e4780aa3862bfa85bbf4002a847b426aa823c205a8bd44025114cd192184ca649e28869bded961bb624540182c40d33a0046c3c1cf1d3ad66cd0d3b9ec721e088e58cb4cebffad20e008f0321841036194b86ad67f5ef7639c7d85eb8dc6d8c25534d28936ad28d1b5ebcc4b3d21ffaa36f583770c39674101ffaa19f1b4b861730f13862eb5af46bc677fa5ee23d05477c7fd22d5e6aa4feb6ff46c90462510a0c2a92c9c4114bda0ad1bf6de63fa3d38971c38f4a7a4824abe2fcb5c96a356e182142a118545e62f11cd0bd6ea56c87f5dfaab9194b86e56ca775417397cbb4fdcefa7be6dfd9fceb4f8301410a08022c16090841e7bd8835adf3a794cd8d2563c930864e49fbaf53382004a145300091281c10b2fe743a38f7936eb431cd41380c9dd4b5eafc5b4a91886455249058511655c08009e881d0732074a093de30fd72eba4ffe518562fe7d3fac6e024dd2e6efdfbaf0360f128deb3604c0f4a3c8c8084a82129324899919919116993340670029119aa310f1228f2689084498a19e20c32a221128a104d2022499a0e4117bca86225855b18d124c17048ddcd9021a2301b1519125836050ee38487c847eff1b14ebdb9884a0a19f801eab4325257e425bc6b230e9b1fc5952596233a402445811f2cac9988eb273486cd8a5e712c6aafb656af1c8431a1d984d2f74b177a24c0bab886e5f9fd30723718e1b3f54db616483801132446572158ae037c5e8dbb95ec71306806313181be2b6280bc901012fec4c79d6438ec03f7ee7f67b7636d80f7f650686b157c6360833b1aa5101197c619aaa3331d99a6831f7aab59d08e1059b780d0152a06ec8140b305d937ec76495b39ef42a1180acbaad9a4dc83347eaded2fc7b13fc1382ef53f082c8bcc2fc5a81a8ad0446ece3eddf9416043ba5ae4d1e8a25309f59a42fd84e9f89acdd44cb8c8bcb51a135644fffed1ea738aa60a', NULL, NULL, NULL, NULL, '\x4134da6433f6bfbd98484ea9d311d048d9c39285a548efc115747a3382aee021', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 9, 2, '[["L-6-E", "PAYMENT", 3, "346.21"], ["L-6-E", "CHARGE", 2, "350.86"], ["L-6-E", "SUPPLY_CHARGE", 2, "189.00"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 825);
INSERT INTO public.accepted_import VALUES (7769290739419763324, '01a21da9-7ca8-7101-8415-349340487bad', '2026-11-27 15:39:36.488+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303032222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22313736363730222c2267726f73735f616d6f756e74223a3135352e33322c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3837393935362e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22323636313036222c2267726f73735f616d6f756e74223a32392e38342c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3834393139332e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22363238373335222c2267726f73735f616d6f756e74223a3138372e32332c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f3133363636392e706466227d5d7d', NULL, NULL, NULL, NULL, '\xe31a4094e6444e7ffa0490d5ffe1ee688d8712da37aba5e2e6c0cae3e3e8de68', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 827);
INSERT INTO public.accepted_import VALUES (8173742542261257265, '01a21da9-7cb5-7715-bf5d-15adc350ceae', '2026-11-27 15:39:36.501+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303033222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a2064617465207573616765206d657465722067617320637573746f6d657220726566756e642073746174656d656e7420657374696d6174652077696e74657220726566756e64207175657269656420617272656172732e222c22637265617465645f6174223a22323032352d30312d31315431373a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3738373936342e706466227d5d7d2c7b22626f6479223a2243616c6c20323a2064617465206d6f6e7468206c6574746572207965617220726566756e6420737570706c69657220717565726965642072656d696e646572206167726565642070686f6e6520657374696d61746520717565726965642e222c22637265617465645f6174223a22323032352d30322d31305431303a31353a33305a227d2c7b22626f6479223a2243616c6c20333a20706f7374616c2072657175657374656420637265646974206d6f6e7468206163636f756e742062616c616e6365207472616e736665722064617465207061796d656e74206d65746572207573616765207461726966662e222c22637265617465645f6174223a22323032352d30332d32385431353a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\x1ebe5ac53c0ef1f6c942b19f26f1d5231e14159ec89eef8f544afaa2bd10b0d3', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 834);
INSERT INTO public.accepted_import VALUES (2517825460884380136, '01a21da9-7cb9-76d0-adbf-f35827a3b76d', '2026-11-27 15:39:36.505+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303036222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a206461746520746172696666207765656b20646562697420726566756e6420717565726965642072656d696e64657220726563656976656420796561722072656164696e672073656e7420796561722e222c22637265617465645f6174223a22323032352d30312d30375431343a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3337343332302e706466227d5d7d2c7b22626f6479223a2243616c6c20323a206d6f6e7468206475652066696e616c206172726561727320646562697420646972656374206163636f756e74207374616e64696e67207461726966662072656d696e646572206f70656e696e6720696e7374616c6d656e742e222c22637265617465645f6174223a22323032352d30322d30355431343a31353a33305a227d2c7b22626f6479223a2243616c6c20333a20737570706c7920696e7374616c6d656e74206d65746572206361726420636172642073746174656d656e742064697265637420646562697420656d61696c20657374696d617465206361726420737570706c6965722e222c22637265617465645f6174223a22323032352d30332d31325431303a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\x2166c4780aa86187cbefe3b1e673f4e5906608c021b89d7043a85f87e42b64a7', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 836);
INSERT INTO public.accepted_import VALUES (2517825460884380136, '01a21da9-80f1-7509-8b76-a889715473c0', '2026-11-27 15:39:37.585+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 12, '\x28b52ffd602c0c0d2200a6f7a625006dce03ce504164b42f737e49b120e09429e98f1adf4512e600bded80432d51a8aaaa2a429c009b0099007001df6dbb0a1df6c49b052321192d1845c0c45cf2d7f0e78f54009341336a6215836efc5c44f5e814c0a6018a6616c44151934b8e3b5d3f7be299350b0ea6cb257f2f627bc2400ad430926ffc755cf5c4a3a860a2e29151bae4bfaba58b2273c9eda51208926bdcddad558d6bde9ef813158b6236ae82e9a1c07d986efc759a56e95671fe0df19ef8644c98c00571c9f3dfcdf33e4d77ee3ceeba44fbe28f463aea8943d2e2f7c4979debd69e38039b18d6943da8e5a8b2ab00f2b01c944b6e7155a0bf6be67e5ffaf86e9e78362050598a83aca22a2ca36663bae46f3b8d6eedb35df63cf183c675411e312a8b66c1e08ec1d3b97ece15e68fe0ba35fc5db9bbf5dbfad9725419352dcb414d0c8a0a23976791c9845bfc453eebba005fc375ab34a26e9ebed613870db82ac05fa8fa83f92310d7cd0b4fc7c15c3fe2177265d0a0febafbf0d983f66ffecf0146ecabddbcb5df1edadffa3f873903e8cca646c42872691667e3e7b6ba35be705ffb59835bc537b22ffea0fdadfdb6751a849c26924ec43432529686894d77f37bf61fee6b9f132630c7e5c0ae8b3f4fdc894accf621eaa6ff6df5c113cf260388ba1710757b9230e18e54a24b9edfa3afddec29b1599ceec79e788c312af1715c721d1309136e73d5b4fe6c6d85f9f773d0a338ccd24809b7f6f95a8881a4c348b96033e0614d584609ac0900521eb92c4b7e8b2ff7395a4829a3454254f32831924bc4d4684cd9c3aa2836b359c0288b8851384bf49f958b6ca008e9ba0023919beb86dbaddc6713c0c4e8355174521576350af32ccd026e75ebce83f9b96eeb4f83d0deea410f141927c6866141022646b38a31318a361a9080893d527124230380ada851a5220621323422a3490a52e86002111929330f1240c07834cca324470c31c61981889c89b165a4a4c5627aa3eee1d47e22ea9a4587bf5466080826576cf4c37077ec4326ea163409af396330f8a9c24fe2662fb1661e51572062944ccc44492f5f7e51c6adb1279eda258c15fd1bf79c41361604e7dd19716a07e45827e9f76cc6f17b56f8a6659551104735adfa04972c5fad8880611724e2df0a9df13ef143c769023a81498364230f02347e44771d2422287ee4659ca94b5eed73b136290a09a23d96c30de724eb5d26afcbb04a84ea47867876688c0fd2a08f73ec17a02271d8d585c671a063f5de8401e3b71acff3daf6149708872db3cec3ee4c79ff1588cdc2e478a95fc759d53ed5c791048e165cfcd9931d5e5147a1dbc6bd8d78b06e234d1af5b2941a0fd3ea70ba52e6904704c2a534b98cd77e48438740b524399a682c2d36be0e1fb30eb1f83a5b6657698a876e660b46d4c9ffbfc1fff2de94982f8aa648c99771654b374f96e72a128f054a93024ce5d0b3ac44766d9715a7373fa0fe6f8a475f0a3c14b1d460dbfe2777ca4fb51eea28b06752ce996235', NULL, NULL, NULL, NULL, '\xde3fa0cd9b65823db4c579a2a153cec48261b75dcbe000cdcdcf6439b99278ca', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 859);
INSERT INTO public.accepted_import VALUES (7769290739419763324, '01a21da9-7c94-7222-be6d-25c2c143da0a', '2026-11-27 15:39:36.468+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 9, '\x28b52ffd60120a051e00a6b39a2600cdba014e69755a30cf030be3949414ef7808eb478d6f92a9c3229f8881e7bf5997feff3f848f008f0091009cedfbda4330d32e4652ad5edfe4233e1cb17f5349bde3b80a410f23c2f80460ea5ba7354221624e623debd59eab0bec3084aa480112328958148523f64df3f2ad67ddd4a8ccd88a61f5c20e534f7c240957648a58d74449288ed8a936e5f50c758c1d8ef0811e4a4231902a97acb3f26da7cdd9126b7bfd219c1da62092354039e088af576cdb3a4efed5b6ac724455445ad445193860026a281e313a1ba65eaf770dcfbfe9b38d6def7aa63dd74da9696ce32a6587fd3babcff963707f783e6d637d79d41daa4fbfefebc5a966d9e108001590c201e32340591cb14febd731162550a924eb92059514a0e94d5203964430c9ab3a984c93c4115b8d6bbfecf055510609123bdc80128b0547fcb6d3b2668723043d041c31add26af567071bcb8635968d35a14cac6a3b76980113f05287e897de61edc00e5f12024443f4b363d930232620477c7d933eebdd600392ef16c2045c343862eeabed244693d6fff673b29a442e8ac141a59a4c1c31b57d91fe7d33ff2add568c1d865812a492aeca5391067e7654bb1b3b9c20a1500e2a10261e0d880129b07e4edbdee36efbbdfd30987afbfd66ba9a442e492291ae4a1bcb86bf5e9c3eeacf79d7e0d733b717e65bcffcfbb977db3570f18010c3f1504c8c04b4880ee88150626db5fa95d266c7b2b16c18c37a2a628c8a468c5c671e83edcbfbe9b7d2e71dbd8e99a8aa9a4c94e55840f1899aafb3de9f8ef9e33aad3af8dde8edf9ae535b33bf0fab9df9fb4afdce07e3b180108a045010794d9415810000241c312aa027c6186374028083a851a542c6989119111191b4cd18600211a1293a0f12a8022d099220273008122628868432371288cc14b40d01600d6628ad39d4021f7439d602bff72b90aa16e6a7fdcba17a82374e0d1da20de3e29396027aca0ff59025c5da61a111212cd9b6447e7822b68f20f281307933ddf7c227a552906d34695630ba3c1d53f322e2646151e2902fe14c69ed55fe1d0ceeb0a80745fba09dcc832d6435c1cc23c18434db28898adc71389c22d3a0bdd915d10127110efb8146529580b3992432d35f010888433a0977e723e3a02873e04cf716668adb8f3c3feb9864e4420710187c9e80c8e7e8e352a50752c8971e347a114791547be57636812a8ac577b3188939371222273872126b27540b92a719650235e2a37c13a946844bed27da8ce2614939294fae983ab069533b01288b9122160a303ae5a420cb2e2817a18971dd3d6a22b7b4895a6d13e8863e90322ee7444c15', NULL, NULL, NULL, NULL, '\x614fdf7f12d7120b762cded30162b6dc181dffcd9e108a81c4f551d0a909ff1e', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 9, 2, '[["L-2-E", "PAYMENT", 3, "513.66"], ["L-2-E", "CHARGE", 2, "508.14"], ["L-2-E", "SUPPLY_CHARGE", 2, "231.00"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 821);
INSERT INTO public.accepted_import VALUES (5744194280967992869, '01a21da9-7c95-7052-a8c5-63e78b289661', '2026-11-27 15:39:36.469+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 9, '\x28b52ffd60330a951d00c6b39a2600adea01ce69b5307f1269d78b7ad3235fb89718b100704238bc0c88b21cf9cbbcfeffff7f218f008f008e00d94efcf71d985d7c91f456ec9a64c4a6a3f69f5452df72ae8ed34011c626e052df3aad110a516789cdabe2fbb92ef4ebc7449102e44302a9a64947ed1ac4cbb79e6dd7a512632b86554bbf9e1a451349b0200e486539a6c8d4513bbd97c48ea18ef56b056c9c668a4c0c248a25dbac7cbbddeb9a129b16fb3f78bf9e1e52353039e8a8b1574cd3b62c1f5f2dab1d11b6523b3f531288e598284ae2982a0640e289113af1651cf5cfbe3138961013d372a5fdda616cb5ae5de73fb3fad91df6ec7ede2e87fde2de7a86cdcfb65edbaf1dc5e32c1a0fc46804a6aaa3f6cb3af64b35095028a9b264012505404c4d4e039544e0901675207138a48edade3c1df76b8b9a0c12a47ead801211723aeab7dbcd66bf6e40a721e8a86995f6d6bf66d85532956422a9aaddfa35041310537f982f7dc36643bfb6248487e93cccef57c9341413b0a3c6ae49bf2ad6a022ca770b610202343aeafcd56ef272a5f57eed3c9e9f252581581383030a257174d4d44e8bf49f38f3afd26dc5faf5a3921e9464511a8a34f0d7462fd6fa7542643239a040988810c053a9e3cb61f3f3d5a857ec1b83a3de50fd72ecbe5a9c3a4c994aa6df568785b737a3d3f1d370a0c622c6072620c0f3380d84129bf6d6af94ce7e15468c4e841e88af57c57f39e65fede6f0740847ebd41cc5f3922211c9a25010594dd664b050241ce828601363139d6fd4516fb899730c9e0b57c6d3319e2e67c7944e8761f3727ed9894d4b6c400503523c9080e9212dc754411e4e4c2c9c456c628c31c697a964faad6747ed76f17ea811a5320821233234329a24cd1870020984a8a86e1268f23489921cc918a210138a21a148d1884852d0b418c44819348d4ac24659a7d71087d9c56490b7efa70f84825ea3f875848822800c38a5ef90118cf6aa3c420f6920b604918e8d0027520845fe73a5f7132ec22678088637684fc8a8b1b861a1853f9d348d83b51c94b4ba12972343682b2215eb28e0771f3700429276323190e1bece09f94e74f40651cb8e85c358e38e71786f0e1adf1355922851748f02a2c1123243894c92fa0bde100aea1676269df670cfeb571b6a3943044a29d3b09753dc42f5533c8dd3ec69ae6f315ae4659f5b332c3b3259464a50e0026a2a74d83668204bd643601bae2c92f8a689d2f99c67a27ecd4bf1275666d1954e31a8a1aa3b0df989f7bb9c513448bd85601a113915210316b45f98215a171d35bb97b5502b7ac28ad207513439878cab', NULL, NULL, NULL, NULL, '\x73872a953f7a79eb8d6d47a98fe56abce8bc94bbfc4b755df62dfe65fa301af0', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 9, 2, '[["L-4-E", "PAYMENT", 3, "629.78"], ["L-4-E", "CHARGE", 2, "325.15"], ["L-4-E", "SUPPLY_CHARGE", 2, "273.00"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 823);
INSERT INTO public.accepted_import VALUES (8173742542261257265, '01a21da9-7ca9-71db-98ac-e4778974f332', '2026-11-27 15:39:36.489+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303033222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22373133383838222c2267726f73735f616d6f756e74223a3136372e31372c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3132313438352e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22313435323930222c2267726f73735f616d6f756e74223a3133352e31352c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3634303439372e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22373937363935222c2267726f73735f616d6f756e74223a3235382e33322c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f3432373233392e706466227d5d7d', NULL, NULL, NULL, NULL, '\x4ddd57accd2753bdbd5fcdd37b11c3c4f5e8e99004f59bbdf6aad3249dc99e90', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 828);
INSERT INTO public.accepted_import VALUES (2517825460884380136, '01a21da9-7caf-73f7-a514-ffe6e52e08a4', '2026-11-27 15:39:36.495+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303036222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22383433343233222c2267726f73735f616d6f756e74223a3239342e36382c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3131333135302e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22323137343232222c2267726f73735f616d6f756e74223a36312e37332c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3937313033312e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22363236373230222c2267726f73735f616d6f756e74223a32382e30302c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f333336342e706466227d5d7d', NULL, NULL, NULL, NULL, '\xa8716da0a21715f07fa8bddcfd90d03168d5df184b5c03413a0d115cc6e6a883', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 831);
INSERT INTO public.accepted_import VALUES (7769290739419763324, '01a21da9-7cb4-70e6-880c-177f18f5752d', '2026-11-27 15:39:36.5+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303032222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a206164647265737320637573746f6d6572207061796d656e7420616772656564207374616e64696e67207175657269656420756e697420737570706c7920696e7374616c6d656e7420737570706c7920706f7374616c207265717565737465642e222c22637265617465645f6174223a22323032352d30312d31315431323a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3939303736342e706466227d5d7d2c7b22626f6479223a2243616c6c20323a20646562697420657374696d617465207765656b2063686172676520647565207374616e64696e672073746174656d656e742063616c6c20636f6c6c656374656420637265646974206c6574746572206163636f756e742e222c22637265617465645f6174223a22323032352d30322d31365431343a31353a33305a227d2c7b22626f6479223a2243616c6c20333a207765656b2063616c6c2066696e616c20706f7374616c206f70656e696e67207374616e64696e67207374616e64696e672066696e616c2063616c6c2062616e6b2073656e74207265717565737465642e222c22637265617465645f6174223a22323032352d30332d30315430383a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\x64e0799a896b0b07449f856ed787f52a317161045aa8ce00dd1f516a3be495a2', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 833);
INSERT INTO public.accepted_import VALUES (4385992124705444203, '01a21da9-7cbe-7186-ada4-19f4a2425bff', '2026-11-27 15:39:36.51+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303031222c2276656e646f72223a22535452495045222c227265666572656e6365223a2253414e44424f582d43415244222c2274797065223a2243415244227d', NULL, NULL, NULL, '{"basis": {"instruction": {"brand": "visa", "expiry": "2099-08", "status": "active", "bankName": null, "lastFour": "4242", "customerReference": "cus_SANDBOX"}}, "conflicts": [], "noteConflicts": [], "unknownFields": [], "supplyChargeMismatches": []}', '\xa84edd3efbf9a512fc4038f29b584d931a86d9f24c6f00d524d8ba581866365f', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 1, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 841);
INSERT INTO public.accepted_import VALUES (3245325335831841257, '01a21da9-7cbf-70fe-8058-86a6ad231b99', '2026-11-27 15:39:36.511+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303035222c2276656e646f72223a22535452495045222c227265666572656e6365223a2253414e44424f582d43415244222c2274797065223a2243415244227d', NULL, NULL, NULL, '{"basis": {"instruction": {"brand": "visa", "expiry": "2099-08", "status": "active", "bankName": null, "lastFour": "4242", "customerReference": "cus_SANDBOX"}}, "conflicts": [], "noteConflicts": [], "unknownFields": [], "supplyChargeMismatches": []}', '\x6d1285caaff72c54a93367b37bb2c4f9bfd1fa58ab734d499af89798d1587053', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 1, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 844);
INSERT INTO public.accepted_import VALUES (5744194280967992869, '01a21da9-7cbf-70fe-8058-81b9cd5281e3', '2026-11-27 15:39:36.511+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303034222c2276656e646f72223a22474f434152444c455353222c227265666572656e6365223a2253414e44424f582d4d414e44415445222c2274797065223a224449524543545f4445424954227d', NULL, NULL, NULL, '{"basis": {"instruction": {"brand": null, "expiry": null, "status": "active", "bankName": "BARCLAYS BANK PLC", "lastFour": "11", "customerReference": "CU-SANDBOX"}}, "conflicts": [], "noteConflicts": [], "unknownFields": [], "supplyChargeMismatches": []}', '\x49c92ab9d03cba50a3fb206273928185dd72e57fbf98dbe7711ca4aa19c8ad00', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 1, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 846);
INSERT INTO public.accepted_import VALUES (2517825460884380136, '01a21da9-7ccb-71db-89bf-fcf2b8edc43d', '2026-11-27 15:39:36.523+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303036222c2276656e646f72223a22474f434152444c455353222c227265666572656e6365223a2253414e44424f582d4d414e44415445222c2274797065223a224449524543545f4445424954227d', NULL, NULL, NULL, '{"basis": {"instruction": {"brand": null, "expiry": null, "status": "active", "bankName": "BARCLAYS BANK PLC", "lastFour": "11", "customerReference": "CU-SANDBOX"}}, "conflicts": [], "noteConflicts": [], "unknownFields": [], "supplyChargeMismatches": []}', '\x20a3e6e4f7124f5258de457cf6a7e1bb6be7ba641ace6b51e9e74c7257f72534', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 1, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 847);
INSERT INTO public.accepted_import VALUES (8173742542261257265, '01a21da9-7c95-7052-a8c5-5cf114e839df', '2026-11-27 15:39:36.469+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 9, '\x28b52ffd600e0a151d0076729726f0accc032c069413943d9c1f8bd0b00a3fe53547b08fa37a84d3b4ecc2577119270e8bc322bc8d008c008c00363f70b3b722a7a5f739b9884d4ffdd9a79cdf614c9fa75144189b800acdf5278d48981a4bcd337a6dc654a1996e54122a4036208eab8af4d4cf416499eb6f5d66a7b454aa6994d24c570dd43c103007c371618cea51f5d43f6d26ef5be66bcd34049ba7a91e91024a42d9ba2a73ed6c96b9d4bcdecf0fdf4c570dea1a8818f4d4f7a9c6711d96f95a6ea31d110cdf4d0be2c0a8c783c22496435e1556154809e791e2f344e6d29a575a796fb9ae90bdf7d9a784708dc37436d3effeac74fbfbdefdcd66dc65ef4dea5c4ffdd9d6661a92a40882cf133502d5d5537f56ff7ea571510c08e764357051040c895906100683eaa9abc5feb799c6acaa00816aa62100072a7aea5c3bbb79332d3d0d414f3da9ac96e6cc71f59b034f13638c313297c9e4724122908bd6ae99564007def90f9ee5779a3734d31875f0e00f9e9b995c5a111dd853dfe7e467f47230f1c8fc154207468a9e1a675a3b59b1b27e33fdc07c3d6369411c58a4c0406241183df5ac4e919ffd6e9fa9fc4ab58645619246420de4ac9bf672cd34c22312319040e848894782d04275ca5ba84e79b9fef6d9337ef333fe2e97c9a5339d7f33855cedf6329d7fb337af670bc542114590223a92f4404f03a1d4bc5a9ae99cdecce432b934ee2c6df8cbbdeb0f11a3b848c488110c38ac268ad1d3c4f8eff030fe3ba73f4ba5f5390b61a97456cf787e03fdec2fa3b22c08a3ba16d179608cb1890d769b4fef770cd7b387afffbd8eddf2eee7dfde5b1c77092946282a1609e84411b4087ca8e1245308293444a320690a690c60021121a23a0f1288d16894844a8e18c2882142624830227222818824491d6a88592d6450ff3243dcd1563718f29978f3af50c3300397800da94851cce30c34a9619bd437132efad0bcdb3b2d23fe70063548eb6720ab045afed598e907c76545e9ba789214357a00f1c70345c9a32f3ce8fffe4db9aa46c1179fe38c49633c2375c74b15217ceb8d863098467e422ac6dd9c5cf876da4e44e2a9cd7b2902ba28fdcb02226ca1943b923109310755765f3603766bf9272481ed400e63fe2be466cc38b45ba88f12bd75b8f59ef116ce092267b46f5970cf8ebf6800c366aa9087d6eff162068fa0c34739b3110af3b02365ef225630d1dad30bf9885a6d2f557c93944bfd447ca6d6312d7207530a5e24a8650c0d4e37ca08e98af5135a27eb5553f3f66520d48a91b0cafa609f3134476eaa', NULL, NULL, NULL, NULL, '\x814e4b1e058ccc7f6e0edc939f7732d283ae22003d0adcfadb81d20ba709e310', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 9, 2, '[["L-3-E", "PAYMENT", 3, "594.22"], ["L-3-E", "CHARGE", 2, "472.75"], ["L-3-E", "SUPPLY_CHARGE", 2, "273.00"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 822);
INSERT INTO public.accepted_import VALUES (3245325335831841257, '01a21da9-7c9f-723f-9922-7161d977a5a5', '2026-11-27 15:39:36.479+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 9, '\x28b52ffd60010ab51d00e6339c27108d6c03c6054322c7a94ef131119185461dbe514a4f40f29054836ff0da8ffb4a5455555530038f009100930093ca6ae963cdd5be6fdf819abd15392dbdbec928362cb17f4f39bde338ea38cd13616c022af4ab4f5ab1203127b3c6e8b5cf5107665880a24c01524002b1a8094bec1bc5cbafae75989dd2526996d1066698a0799a08652260897d5a4c5eb74ccf98e107364e4345260713a541ebaafcda590c6b9975bdfe13ce0c5302934530416089afd36cdb3a4efeb59b46b9220e63ba5f4b3b7cb5dabbaed9e73aec3dd46e78196dcddfa4bd51d480a4ae29d2005840466cc4c85cd82db71db097f573767bb53349d1d9c6d1c90c4f8fa08ef97def69edde83bbc49b1e61355b9961a7114511841c4e3340592cb163d5af5704ace941d19ba408aca9e021af0a41f2784c2c71b55cfb6586af8a3a5098986107631131182cf1d7ce6acd0c3fd0690a58e28bc88931c618990bc385b9ced208bfdba3788ad1fb98675e4920972599482c5abb05bcd327faa577594730c3d79430d113fdcc305cf8890bc8125fdfa463f46e3072e47b857001638325e69ed64e56acacce0c3b7ffb39816aba28b29240aec90102a5923c58e259bb41faf7d5fca9f44a3366f82a2080548dc2057940aceb4145a8c7ba69efc60c2b442613040a840b47e40417860b73b7fdde7ef336369d5eef20def5ca838d0604450e08605103946ab22e69504d01d00262c006429975b5f4e99ccd0cc385e1c259d6d8b3545a7db3efab7350040140314690c3808c497b7bd7bf5289f774fac5de57d72a9d2291e9a2541069511775109f05d48800b189b18959575a795c5bfc7bfab7469ff3e9cf7907e1f75daf706d81a0a7e1440ef83c4f7fa8112953c820919211194952cc18800211a131320f124050811624690e33c628a38462482872c1042233499a03d211f3dfa88852e99ae08087a7bfc59f8b4d80334419e3fba6175243439907c1fa0c72fdcc785f083e44bc584a5a450f9e831e9abf51b63fc411d17241122ce23882e08a36fe8a0a9854b9c77683d7e6491c751ea30552533f86cc0ef11fec30a8baadff1ea410f793d78ee302ff9e3cac2979e7b72a0e55211d6ed7938e69740f56e273b31392b29ad810c0b2b4f01c72d4600d326458de29c50cd4562bd55359e50c1f34fa526824d831077af3977f75d27fdf028e8518adbd8a3d7e08705673df5c3a94b52e8bab379b5f9519b1f78ab8e09ccde70d2e7175cc863051ffede145a692d2a3861adba453272bd9412e9d037973514c43104634b24421b20461c95a90ccac6ed914b536a54d15efe11342736eb40a', NULL, NULL, NULL, NULL, '\xc0ac9016dd7b35bdd420d3862adb6aa7bacec088f8838ee45fabad87a7812a92', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 9, 2, '[["L-5-G", "PAYMENT", 3, "693.56"], ["L-5-G", "CHARGE", 2, "506.99"], ["L-5-G", "SUPPLY_CHARGE", 2, "357.00"]]', '0d900187-44a9-4bc4-be83-67f391ce417d', 824);
INSERT INTO public.accepted_import VALUES (4385992124705444203, '01a21da9-7ca7-72ce-bbaf-4806de008e88', '2026-11-27 15:39:36.487+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303031222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22343939323931222c2267726f73735f616d6f756e74223a3134342e34352c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3739363430362e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22373130303835222c2267726f73735f616d6f756e74223a3230362e32312c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3535393233322e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22323430343732222c2267726f73735f616d6f756e74223a37332e34302c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f3537333735362e706466227d5d7d', NULL, NULL, NULL, NULL, '\xd8ccacf5f0acd0f2fa9a19d73fd60794c2a121ad143808dfe446b034c88f8a36', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 826);
INSERT INTO public.accepted_import VALUES (5744194280967992869, '01a21da9-7ca9-71db-98ac-ea07229bccda', '2026-11-27 15:39:36.489+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303034222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22363334363736222c2267726f73735f616d6f756e74223a3330372e32322c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3338323034352e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22393734353534222c2267726f73735f616d6f756e74223a3231322e39312c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3633343737372e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22353933363431222c2267726f73735f616d6f756e74223a3133332e36352c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f3432393935332e706466227d5d7d', NULL, NULL, NULL, NULL, '\x9f27280175c014b5a1ed61a531961e22df1ee2f36f44c9b0ecc0ae286e0a9cf8', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 829);
INSERT INTO public.accepted_import VALUES (3245325335831841257, '01a21da9-7caf-73f7-a514-facfce9f15f5', '2026-11-27 15:39:36.495+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303035222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22333839373432222c2267726f73735f616d6f756e74223a31372e36312c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3139303530352e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22383333323032222c2267726f73735f616d6f756e74223a32352e32362c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3735373735302e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22363130393231222c2267726f73735f616d6f756e74223a33342e39352c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f3736313530372e706466227d5d7d', NULL, NULL, NULL, NULL, '\x43730b856f3975d5acf19d167a973201d99eef8d2a70558e6c3e02056249b6ca', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 830);
INSERT INTO public.accepted_import VALUES (4385992124705444203, '01a21da9-7cb3-7451-87e2-b7285c03ded5', '2026-11-27 15:39:36.499+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303031222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a20746172696666207472616e7366657220636f6c6c6563746564207765656b2072656d696e64657220756e69742070686f6e6520656c65637472696369747920657374696d617465206475652072656164696e67207472616e736665722e222c22637265617465645f6174223a22323032352d30312d32305431333a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3336323437352e706466227d5d7d2c7b22626f6479223a2243616c6c20323a20656d61696c20757361676520657374696d617465207265636569766564206f70656e696e6720706f7374616c20696e7374616c6d656e742064617465206d6f76656420636f6c6c656374656420746172696666206167726565642e222c22637265617465645f6174223a22323032352d30322d31375431323a31353a33305a227d2c7b22626f6479223a2243616c6c20333a2070726576696f7573206d6f6e74682064656269742062616c616e63652073746174656d656e7420737570706c7920726566756e642071756572696564207061696420756e69742061677265656420706f7374616c2e222c22637265617465645f6174223a22323032352d30332d30335431303a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\x77d3ecc467b37ec5284d9f08cf15b9b3e06dfdd73751fd34b49f08c0a08d4b87', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 832);
INSERT INTO public.accepted_import VALUES (5744194280967992869, '01a21da9-7cb5-7715-bf5d-1bc4827ec9f4', '2026-11-27 15:39:36.501+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303034222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a20726566756e6420706c616e20756e6974206d6f6e7468207175657269656420726566756e642073746174656d656e7420646562697420676173206164647265737320676173207265717565737465642e222c22637265617465645f6174223a22323032352d30312d31365431373a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3832383934392e706466227d5d7d2c7b22626f6479223a2243616c6c20323a207472616e7366657220656d61696c20706c616e2072657175657374656420796561722071756572696564206475652077696e746572207965617220706f7374616c207472616e736665722062616c616e63652e222c22637265617465645f6174223a22323032352d30322d31305431313a31353a33305a227d2c7b22626f6479223a2243616c6c20333a206c65747465722064656269742061727265617273207265717565737465642062616c616e636520636f6c6c656374656420706572696f64206d6f76656420696e7374616c6d656e742072656164696e6720636172642072656164696e672e222c22637265617465645f6174223a22323032352d30332d31395430393a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\x4a489ceed3d78f3de5e07a2cf8ac27abc7f050ef3a9ae7336d0c7e8817b1eaf4', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 835);
INSERT INTO public.accepted_import VALUES (3245325335831841257, '01a21da9-7cb6-73c0-b7ba-e786f6e17877', '2026-11-27 15:39:36.502+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303035222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a2066696e616c206761732061677265656420656c6563747269636974792066696e616c20757361676520696e7374616c6d656e74206d6f7665642064656269742075736167652063726564697420737570706c792e222c22637265617465645f6174223a22323032352d30312d31345431373a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3639383136362e706466227d5d7d2c7b22626f6479223a2243616c6c20323a2063617264206465626974206361726420737570706c792072657175657374656420696e7374616c6d656e742074617269666620737570706c6965722064656269742064697265637420706572696f64207461726966662e222c22637265617465645f6174223a22323032352d30322d32385431303a31353a33305a222c2269735f70696e6e6564223a747275652c22756e70696e5f6174223a22323032372d30312d30315430303a30303a30305a227d2c7b22626f6479223a2243616c6c20333a2063686172676520637573746f6d6572207765656b207472616e73666572206172726561727320696e7374616c6d656e74207765656b2062696c6c696e6720706572696f642064656269742062616c616e6365206c65747465722e222c22637265617465645f6174223a22323032352d30332d30385431343a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\xeb9515fcf376e80248b3c4326299408cd8c23585f050de49af9b212d3981ca5f', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 835);
INSERT INTO public.accepted_import VALUES (8173742542261257265, '01a21da9-7cbf-70fe-8058-7d97bfef3898', '2026-11-27 15:39:36.511+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303033222c2276656e646f72223a22535452495045222c227265666572656e6365223a2253414e44424f582d43415244222c2274797065223a2243415244227d', NULL, NULL, NULL, '{"basis": {"instruction": {"brand": "visa", "expiry": "2099-08", "status": "active", "bankName": null, "lastFour": "4242", "customerReference": "cus_SANDBOX"}}, "conflicts": [], "noteConflicts": [], "unknownFields": [], "supplyChargeMismatches": []}', '\x2b1925052d57faa51fc616f9e0e779b9db5a8e0183ec740e767cbc33c1641b2d', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 1, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 842);
INSERT INTO public.accepted_import VALUES (7769290739419763324, '01a21da9-7cbe-7186-ada4-1d7be0bb21d6', '2026-11-27 15:39:36.511+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303032222c2276656e646f72223a22474f434152444c455353222c227265666572656e6365223a2253414e44424f582d4d414e44415445222c2274797065223a224449524543545f4445424954227d', NULL, NULL, NULL, '{"basis": {"instruction": {"brand": null, "expiry": null, "status": "active", "bankName": "BARCLAYS BANK PLC", "lastFour": "11", "customerReference": "CU-SANDBOX"}}, "conflicts": [], "noteConflicts": [], "unknownFields": [], "supplyChargeMismatches": []}', '\x78b8450eb9240a81b12cfacb019c5147de69e0e24d13c0ae859ed502b7aebfae', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 1, 0, '[]', '0d900187-44a9-4bc4-be83-67f391ce417d', 843);
INSERT INTO public.accepted_import VALUES (7769290739419763324, '01a21da9-80dc-713d-b69c-24d8d6d956b7', '2026-11-27 15:39:37.564+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 12, '\x28b52ffd60f00b65220046f8a82600ad6c03de496d226305d7d64e89a48838ce770c01ce30c496f5f42c1111ed0a4997feff3f849d009c009c009b5f2d468e6bcdb3cc30053dcf8c26692a022e8c2b76cdfaf505ec0a98402c2ca304100b80bef5eed21fbd04306b8041330825c260585cb1f5c0f6cb0c6790ab00c19270c5fe5d9e99393551c56f43af6b66783115532a22473a5cb17f6f742a32ae78ab5422a162d07af5b5066ddf67861da9988aeb2129b026952eb4f46de8695a53aeedf58f7066f86a58988084c2155fafdcf78520fdeb7d5d65890c7eb5215df028333c399b756678cabffd2033dcc0ac06c4ca26141271649202ca04126170c59bed0af5efdbf957eab672cc703620e08028103207c381658ceb7171c5be791a7d2ddcbcfb31c3080f89843291b2a1a649c92736b843b8669bebca56fb8b165bb7f61b2f5fb57a5f73ceaf2b805e99f5a01aea711c879988165bad7f5edcbc7afd8bdba597e63eb06eccf06b7eeb16af6fb6767ee3d73473342e8c411f0f4ac0854d5433a129fa5af12dbef5cebf1fb4cd7df1ad837173bf965e480fb5d8fc35e7384fb3cd7d5cdbba10af77de83a116a35b6e336891eb07bdef71664449ca01703568c6b83047638a1a6a42907f77f5418f0db62b908823c322920826a936648617b29177f3887eea21d70fcc70661944f45311fdcc284cf0c26924577cfda3aed5fb35729a4cdf2d332ca5948d7424ae02130a137cdb2fed1786b75e27cd46420e351dae76e77221490ef448e8a11a693a9333dfbb787d212e22474e732e2029cd3941d0efb6f5e6f57ae8c0f583b646b73418c6af36b4fda0f57858d904e2a0d8955d05d4d344d3543892ba3c11e4282696c013cdc9622bc7d54abcfeef5c04db12afbfad1071f307af7b3c1c078d4844c05934d394c0d0ab0f7ebfe8d663f82278dbefedc53341d0134912a301a1045c5880a8a891253206cdcc88049124490a1d6002112121ab1b12a8a230c8a32027300411680484182690b04882a485c5c218e6f6840333e1aca206fc7d1965c4c96e0ff42b86be15782799b107d611ee371581717979902a00716b648075c98a8e6a2e7fd36a94665e3a1e151fc8923633406346731126c525c5c6c4892e17f0913ada4ddc35dc4e08984b89462ad79b49804e81d59d746a18310de2cdce544f0f60977effa75eacc76018b6218be08dc12d9c9010481adb9a31b5a97d8bf58c15ead40f299bf9d41b74842ca06a3e8f70936913d44afb386b4010398fda25c76dbf752a106dc6004734c943035c78833ae1ad67607fc3677811a06d7bcd87fd253f457657499250e8ec19d84d8f39e2e1e4ae2f30b2729b3a009e6bf51bbeb12d989d6cecf32f208c7274b8231f71d2d98d52040717076d9d707e8a637312697cc8ad294ed72ae1be63bbaf52ca76f6b33c234b6b0a19c437354ae946d036a8449bd5ff33eb17e7e5a0924f562870b77a8210694e8a87ae3c4547352ed95980f76d98afc980a6460202aba3df7454b2bf931a26228a68e2deac33e5535d9821143e3136e7448c1a', NULL, NULL, NULL, NULL, '\x168ac383e06696dbb576b23edf7fc4e4fb6ca1c4a54ae17a65582d897bbc06df', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 851);
INSERT INTO public.accepted_import VALUES (5744194280967992869, '01a21da9-80e1-77b6-915e-de5f9dbd6b65', '2026-11-27 15:39:37.569+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 12, '\x28b52ffd600a0ca521000637a526008d6e031e7365991119b43e2659591040e8105efd382976b4c60b6c54cd222c4180aaaa8a109a0095009900f57a06bddb4b2b1432721ce989120156d653ff761fbfa4016031a85659598341f3fd8ee21fb504326aa0a21a16715415d5535f0ff4c7bdb486590407d4a3a7fe8f927b79148cd3cca9f30dbdce7be948261e99881ad9f4d49fbdd299d07aea6a6904c2d4e0f56cde1cbc8e732ffdc8c44c58d78380822874e1a5f986deb639e5fce2cf10df4b5b0c2a1378447a6afc96fbbe10a4197b5f673b2220c51c0ded411081608eaaa7aed715e867c7dd674bff5aae9766641403a33448024209f4d45fbd8de62dac1efe7ae983ebf18840a46466d34c276f8f6d8dd9d6c75bc49fbfabd6bf18b3bd61a4608e86565918e6a8accc61a0086a9aa5d2936bab3f8e9fbdc6ea59fc5facff78e294e2dc07dada4b83d81f638f1289c59e2325dbcde2bc3df7b1be83fded71ccf7bbcf9ec138b93619d51a0c2babe8754502ac4c9a4ce43451047d127ad6e1f117f1db9f605fb8f6c1b202a8a55117e4304ee33c12baa1e431e719f4bec8f0ff1039bf561239ceb739e7624aa9592824f348136a1efc92844ae67838b287bd612f0d4946e2fa109ee9879c3bf4d21a5500e1794278ee25a1d250c3c89e1aff477fb3f86364d334ffeda5a5949291524f0d667b432af1682f2d35f57e2f3d33f61c95844a73d6bb9f5ccb7156c19f425d17a541b006cd2ccd2278980564bd7bd0273e89a04fe25f6fe17b9a6731e79c5213310d34af735facefe07591426aa48c16cf8259388e9c3f71308cf73f2fd6cfdb739cb765f0c386c78e8291f249c8c542be5e17eb5bfc61438ce69338d01a5523d32aebb2a2469a52bcae8601c3e110980f133d53a100c1c7b57ac5fedb75ce1538cfe0b592d42c1c69420c2c12600580a4a861a53208a9991151902405297460020964a4cc7c1228e2600a88594c400851480908214722096a32a3302d1603528b4e73b2344c37c99241f58bf6aee6c854ea7d7d44d6e8491160370323de693732945e79187a66b45da1016c0581961452185812e0bfa958379fe081f771f111ee1a2074fdfc9ebe2a16436ddad0c31247344153f70dadd98aeaa4b1aa6b492b0e486445cf39191493bcfee6d4c32ea26bd0acdf471681b6c82bab53ed385e05de5b2ac28fcaff846abd7a447120d50220ded55044149f16bcd4a3634ce2926df616c6c030f7e8fcd4415e75eb4d08b716d756620a93edfc0540a1d6d619822c97f74cefa7338c1c2e89f110cd0c5b00701e26ce62af9245f641c09ab10ccf175223dc32eec71b941fc5ce7a942292500ff65c32cd2b7420dc8bf1ee24b2a262fd4edb2056afc70a67908e92e438392d26c55fe46ad03b360f5a316ba7011b051859ed04af06dbaa3e9d81480d53b9e9fe79e571539b088a14da9ba4c734bef520306400264df2217b146c620d20def72a39a182e5a8a02ca28627f791a5534253577813a9f8cca2396bac06', NULL, NULL, NULL, NULL, '\x712a1d5310102c5a6a756e0168e2bf21a3097ba4f54df4990bf561bedfa92f9c', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 853);
INSERT INTO public.accepted_import VALUES (4385992124705444203, '01a21da9-80ec-76b8-b192-4fc6e8c82c76', '2026-11-27 15:39:37.58+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 11, '\x28b52ffd60df0aed1e0036749c2710ab6c038efdf339192b3aeb7122324b555d1479927c044bbe50209f87995a024854555555300393008f008e001283015113442d120118852b76adbaf5cb03006bc8ecc2288f86fcea5ca63d89392896c025b30881e4ba2caeb876b7dd72c359041b38b0265cb17b99e726424e143d157ffd3aaeb961464c2862620145882bf6ef291319573ca98440a8f8d68ebed6b7b67d6ef88989278141260356c5c27d557efd3a4d6bb975b5fe0fce0d630d8be2981070c5d6e9e679df956f3b8fa30c11d96480a012915c5cf1ac6d91fe6d397f2abdd28d1bce041c8f48e2207b5c0f4a7661108c2bf6d969f2b56f76d6e3860f209309412546478a0f2346d3b60633afb9a5d3317d3f689d6616dc1d22924776619188e4c228537422154d10d444f0426d0bc4545addeba0ccf4e65d3ab9e1cc538ddad77c7338697bf0ab73fefd176eb43987d7b65bdbf05eb7737657b9e112cb2cc8c281a248f26f8efe75a8f0b5e3e074b798864febb7f5dfce83dbd61afcea3792a2e25150d3744992c39814d6bf520778b950db0fadcf4a39b7091114c9444299d0fa71c35274a29dfed02ffddbba811bceac82877ee9a19f9b840896202772c5d63de91a7d58be576e38c6189d18155cf17d5a3f79e9e4acce0d3f6ffb2f37dca0588d8895556444f2081109116cdb33d6b9eeefa7c1e97ffd63700be16d0c9cde405d73bb901c0504510f547bf3fc9bfeef9b04491145c5478a91a36040d0339d5aff185cabbdb5652141cfb38822ea791c697ae263f1f94d85e42ca444f4504fa75b6da2268891a8580e6a7aa6fa5ddcce8e5af72004f2306848248e0646b92827a2a48781a974d6fe5b3b050fdaf6ccd67f2b85d35ff36deb302c208091a8712523c6d4cc88888224490a1d6002112129b30e12c8c22c49b3242634c8302320849891d0264a0a0c5a0d2013c693828deea1ce4ac3aa095befcecbd4639f01e0ce2b438289df1f001a0df4f8071728a921884c08a86b6ec6494a4118be2201e37b31ae994efa12c9762200b68e10c08df31d210ed0f1a32f73d38240faa548cbab72afb72bef0ed52b26c84d19f18a0990fbaec653933f3ea6358e1c868316ccbff2074c98321cff4e19da07802e02f28735993730845645afcc83910b2dc5e326cca40d7434d44c1778c19ec265f2b787b12b93d91290cd6099daac7c27267063368865b41a60abb83b1ffab56a374d8d7ef4715803cd384a9e70b6e7ca30d01338badd2a51bf63a78f15946dde7fc16c9116ef65f576cbaed4c54be498a537e4411de5ff9bc42f9309e731aa9ea88d3ac2cbf54986fe380f119335e968bbe40628637defa0330f271df8623cdea2a9503253436bf4aed2292feac25fa2908981396760d4', NULL, NULL, NULL, NULL, '\xac496ab967465e2669114fabac5c929a254cf0d870c5168276fa4f58c20d4da0', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 856);
INSERT INTO public.accepted_import VALUES (8173742542261257265, '01a21da9-80f0-70c1-806f-1440876588ec', '2026-11-27 15:39:37.584+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 11, '\x28b52ffd605a0b7d200056b7a62710ab6c038efdf3ac80109df5784cc59899ae8059565ff02c0d094c0ea5e978c025aaaaaaaa9b019b0098009d003172d776eee1665aa178a47c2205946850aca9760d7bf68a0380326a6651ccc1a88fbdbbd8afd200ac12b06a765122965535d5d803ade7663abb28c4a09234d5fe5dbe99c5d4448a87eac7a1d7d9661a9289c74944d3994db5bfddaa4c644df5762bc401d520f6ee6b16c4367f33fd380999a00f09a49a247421ae8f434fd36ce52ccefe0fde4c5346850548284d75f6cb7d5f08d6cfded7dd8608aeddfc358e42767dc7cdb4e3384ee34450530dfec561ad78b59996e686bd9996ce67fb6033cdc02ac65565937a451c990442995c11aba9deb04da8fe3677feb73abe5c339d090438ae8441e6b01c5866d1076daa7df3b4fa5ab879f96ba60d1e120965e238cd4221a3f93011bdf9831e32788e7f71c8d907f18d8fbdf3b70fd68be53ef06ecd74f60ddfce73bc5cfe6a37bfe69c476cb92f8f07a541b1d94cd19c9c48738ef3b4b85dfb457fbb855bdc7058f11cb377de83a1563d1e5536b91c15a31985444ff344128a60b69eb38d8e3d852f6ede705df31c2df872dc4d88d9ff9d8b0a8fbd2e72f641ef8b260949d32331da985c1596d581ab0250cc4682a6a3c8fede45cee25b8957c49161114904935c1c36d390d33879f307fbd543ce3634d35945f0607ff160bf1984888666e334d5d9bf1a110811ede196ad5f2c7a5d118b62cfd32ca4859c167c376c1f8c170bbe9bf50c5a8b14410ac8514c724ecd84a49c3266affcdd3c6b1e6e31fb5d448b2872a2674a5233cd2917dc1ddc92ad82e66fbbfba053daa834ab1ed26ca44926a49c5cc396b309f135cf779b53ca3925493e539236f76c69f03a0a89580f5a301b48468b6cb5b8806d42a572b3fd6831a3299a248971511a14ab99834131ab068092a81121330829432522224d0a52e87002111999b31b12c8c1780e66698a1863884202628c4222d18da2e226631f4b99fd845e1cb227c1b06216cf89d9289867b1b9e4846d994e0185b8c6e0e6a52a49ceb0957635bf7084e9230e0dea915bc247c78abb0bb5ae4850389227112e642894f8041e8d1f18890833e6a18734dcf32626c99195f823156ac024e44810ac31617442103318320ea18c18dc1d1a390dc2d1fd89904d8e065c514de73406732ba929c10062651f199c7b5a71d672884385d1a4e4bd1462a80abf9674aad68dc30543cf6540e0c6846c397477a6d6104413021e3a6374ce3d54c198461b6bbdb04a9f60523a43f295d045e690ea9618dd54e678c709dd1672e8a085b35207fd33e71d1a7437ce2cb794cd94613796af18ca60fb3c90eb1d06cfaa5632c72a947fa66d6d3704b38d58b390087bfb25e5d0e22e6a12bdd7ffdbee27e449c76a49f8a4a273609fe8e737b22f2e6e280bd4d035fedf718a39b54c82103e1fc53ea768d4', NULL, NULL, NULL, NULL, '\x7930684ecbfa4976cebed57363623f9d12cc9f0997355b4f4bbe6f2a1687f7a0', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 858);
INSERT INTO public.accepted_import VALUES (4385992124705444203, '01a21da9-8138-7430-8599-1b6d0667caac', '2026-11-27 15:39:37.656+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303031222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22343939323931222c2267726f73735f616d6f756e74223a3134342e34352c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3739363430362e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22373130303835222c2267726f73735f616d6f756e74223a3230362e32312c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3535393233322e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22323430343732222c2267726f73735f616d6f756e74223a37332e34302c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f3537333735362e706466227d5d7d', NULL, NULL, NULL, NULL, '\xd8ccacf5f0acd0f2fa9a19d73fd60794c2a121ad143808dfe446b034c88f8a36', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 874);
INSERT INTO public.accepted_import VALUES (7769290739419763324, '01a21da9-8139-7741-aadf-9529c9553cc1', '2026-11-27 15:39:37.657+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303032222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22313736363730222c2267726f73735f616d6f756e74223a3135352e33322c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3837393935362e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22323636313036222c2267726f73735f616d6f756e74223a32392e38342c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3834393139332e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22363238373335222c2267726f73735f616d6f756e74223a3138372e32332c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f3133363636392e706466227d5d7d', NULL, NULL, NULL, NULL, '\xe31a4094e6444e7ffa0490d5ffe1ee688d8712da37aba5e2e6c0cae3e3e8de68', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 875);
INSERT INTO public.accepted_import VALUES (5744194280967992869, '01a21da9-813a-74eb-9cee-0d81086741a3', '2026-11-27 15:39:37.658+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303034222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22363334363736222c2267726f73735f616d6f756e74223a3330372e32322c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3338323034352e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22393734353534222c2267726f73735f616d6f756e74223a3231322e39312c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3633343737372e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22353933363431222c2267726f73735f616d6f756e74223a3133332e36352c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f3432393935332e706466227d5d7d', NULL, NULL, NULL, NULL, '\x9f27280175c014b5a1ed61a531961e22df1ee2f36f44c9b0ecc0ae286e0a9cf8', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 877);
INSERT INTO public.accepted_import VALUES (3245325335831841257, '01a21da9-80fa-7179-9a21-84cf1993ce4d', '2026-11-27 15:39:37.594+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 11, '\x28b52ffd60660b952000e6b6a326008dcc03ce696db646c147322ac0456f4d16b5140d9e546eb01995526575432d51a8aaaa2a429a0094009800b9c3b6db4b47c869a086e13c0b01caeaa81dbb8e9dc1a2042695645db3a09202e65fd7262837a9014b2298e6555122d32475d477cbd4712f7d5594018224e9a89d9bf85ea087693464d47fbb4da3bd748c8b08170c096547ed4feb8c8baba3ae765224449def661fa3f952fcbdb403177141412406d26441ebeefcdb6d184667462ff697f05e9a7248d68084d25163b719c775793ede38cd3645fe146bfe76fab5592f7d110c3caa05c2f5981ed6355110aaa3f6ba61f3b1ae6e98eba511201209650221033d4d6cde2e787d99a59abfbfaef9d3cf6f6ff732a68e317d0d7f37ed55aecd32bbf02ad7d64b3f5394c0a42e09d27098474629978a6660b098feab9bc5cebdea10d631c76f4ed08ccbb6f6d2d51ff32cdbb0e74f35fbd95fe5daebdcf6b0d76b35c7cf9fd6875ddb3e8c8c0d74a8e3572dcddd66211c736fe2617fd79e57306dc05ece8e6ba58d0732a00335ce238072cc6ba2ac8743320c09f0f67655e471591149c492d8dbf5d20e6420ae2e417f7a9751885efa920e24e84312f47b51a8684732b0a3c6ce4dc72ce618f8c49eefb79786104206ca46479ddfde6e326cb3977e64bdde4b47f8987eeea51d96e4a8a46b32abc8e3921850265564eaa8eba50b33150a15d53f7bf7e0f861b71204225d93ea312deaa20c2083791a30ca8c7ede2aa658d34808006a9c28656cc0f8b63ac61a094507cac6d4301200cab8690eee112fcb28f6b0ff7b061918e3a201618a49867c0018d2814fa69587fdaf8d7899565e75c715fa2ecdb8e6818e0335d1515104286b5e0f07654d1302a10850160362a01825c3520e736cebf30acdddf3bb35702fd3ca44555564a22c80809ca88125336646664682489282241d70020944a40a3d12c8b234c9c39c13186204d008448628e6a6a8a5b4061c4b7553658daf5eb9670bbb648a6e96896800f478b82104c347133fa18e056e2be1c2941c65b8423dc9c650c834dbd3c6457b0a68118d27c3e64fdcf3a1cfd8736b1551b8699bac462c72568dee3788d54f29ebaad5b0629ecbf550e5f105ba1d9023125b7acc2413808c079d4691381df9a34d22841e30e489819c6b514bd1ec524dd9785e658e867ae501dba5a3c3c264b0ac23810d1f603ed081276b31a9d133853ffa9b7293dc40acc29a21f80f8a56dc0789275aeaded8110d47b7fa2095d71964bf3714db1011975fda86de1853a76c63cc66b36c838f23e667f07961b5d0b2ff9c35d1a244b1322bbae8100a9743fb3e68e8e59790873cccbb6a2a5ae9e3d671d57f63bf438a599fb43898f5782dc6e38b01de281d7ca0ff76a22f8dcf245aa1ed2596a6350bbaad25898c2b14825cf32c80269648de88b5d8b82a95c59478e01e8bee143cd5851142a113b539a788d5', NULL, NULL, NULL, NULL, '\x6259f88a56668dc2f86d687899206853c51dfe87c0ed56e738f74ed8efdf1f51', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 861);
INSERT INTO public.accepted_import VALUES (8173742542261257265, '01a21da9-8139-7741-aadf-994c5e8bd7ea', '2026-11-27 15:39:37.657+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303033222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22373133383838222c2267726f73735f616d6f756e74223a3136372e31372c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3132313438352e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22313435323930222c2267726f73735f616d6f756e74223a3133352e31352c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3634303439372e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22373937363935222c2267726f73735f616d6f756e74223a3235382e33322c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f3432373233392e706466227d5d7d', NULL, NULL, NULL, NULL, '\x4ddd57accd2753bdbd5fcdd37b11c3c4f5e8e99004f59bbdf6aad3249dc99e90', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 876);
INSERT INTO public.accepted_import VALUES (2517825460884380136, '01a21da9-8140-75c6-8a05-5046e9255a95', '2026-11-27 15:39:37.664+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303036222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22383433343233222c2267726f73735f616d6f756e74223a3239342e36382c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3131333135302e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22323137343232222c2267726f73735f616d6f756e74223a36312e37332c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3937313033312e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22363236373230222c2267726f73735f616d6f756e74223a32382e30302c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f333336342e706466227d5d7d', NULL, NULL, NULL, NULL, '\xa8716da0a21715f07fa8bddcfd90d03168d5df184b5c03413a0d115cc6e6a883', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 3, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 879);
INSERT INTO public.accepted_import VALUES (4385992124705444203, '01a21da9-8144-7765-beba-6ebe733b518a', '2026-11-27 15:39:37.668+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303031222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a20746172696666207472616e7366657220636f6c6c6563746564207765656b2072656d696e64657220756e69742070686f6e6520656c65637472696369747920657374696d617465206475652072656164696e67207472616e736665722e222c22637265617465645f6174223a22323032352d30312d32305431333a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3336323437352e706466227d5d7d2c7b22626f6479223a2243616c6c20323a20656d61696c20757361676520657374696d617465207265636569766564206f70656e696e6720706f7374616c20696e7374616c6d656e742064617465206d6f76656420636f6c6c656374656420746172696666206167726565642e222c22637265617465645f6174223a22323032352d30322d31375431323a31353a33305a227d2c7b22626f6479223a2243616c6c20333a2070726576696f7573206d6f6e74682064656269742062616c616e63652073746174656d656e7420737570706c7920726566756e642071756572696564207061696420756e69742061677265656420706f7374616c2e222c22637265617465645f6174223a22323032352d30332d30335431303a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\x77d3ecc467b37ec5284d9f08cf15b9b3e06dfdd73751fd34b49f08c0a08d4b87', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 880);
INSERT INTO public.accepted_import VALUES (5744194280967992869, '01a21da9-8146-73f5-8ed6-cb653c7de4b4', '2026-11-27 15:39:37.67+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303034222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a20726566756e6420706c616e20756e6974206d6f6e7468207175657269656420726566756e642073746174656d656e7420646562697420676173206164647265737320676173207265717565737465642e222c22637265617465645f6174223a22323032352d30312d31365431373a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3832383934392e706466227d5d7d2c7b22626f6479223a2243616c6c20323a207472616e7366657220656d61696c20706c616e2072657175657374656420796561722071756572696564206475652077696e746572207965617220706f7374616c207472616e736665722062616c616e63652e222c22637265617465645f6174223a22323032352d30322d31305431313a31353a33305a227d2c7b22626f6479223a2243616c6c20333a206c65747465722064656269742061727265617273207265717565737465642062616c616e636520636f6c6c656374656420706572696f64206d6f76656420696e7374616c6d656e742072656164696e6720636172642072656164696e672e222c22637265617465645f6174223a22323032352d30332d31395430393a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\x4a489ceed3d78f3de5e07a2cf8ac27abc7f050ef3a9ae7336d0c7e8817b1eaf4', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 883);
INSERT INTO public.accepted_import VALUES (3245325335831841257, '01a21da9-814d-71b0-9008-71ece3495945', '2026-11-27 15:39:37.677+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303035222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a2066696e616c206761732061677265656420656c6563747269636974792066696e616c20757361676520696e7374616c6d656e74206d6f7665642064656269742075736167652063726564697420737570706c792e222c22637265617465645f6174223a22323032352d30312d31345431373a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3639383136362e706466227d5d7d2c7b22626f6479223a2243616c6c20323a2063617264206465626974206361726420737570706c792072657175657374656420696e7374616c6d656e742074617269666620737570706c6965722064656269742064697265637420706572696f64207461726966662e222c22637265617465645f6174223a22323032352d30322d32385431303a31353a33305a222c2269735f70696e6e6564223a747275652c22756e70696e5f6174223a22323032372d30312d30315430303a30303a30305a227d2c7b22626f6479223a2243616c6c20333a2063686172676520637573746f6d6572207765656b207472616e73666572206172726561727320696e7374616c6d656e74207765656b2062696c6c696e6720706572696f642064656269742062616c616e6365206c65747465722e222c22637265617465645f6174223a22323032352d30332d30385431343a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\xeb9515fcf376e80248b3c4326299408cd8c23585f050de49af9b212d3981ca5f', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 884);
INSERT INTO public.accepted_import VALUES (2517825460884380136, '01a21da9-814f-7576-8279-a8b5f6a5d427', '2026-11-27 15:39:37.679+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303036222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a206461746520746172696666207765656b20646562697420726566756e6420717565726965642072656d696e64657220726563656976656420796561722072656164696e672073656e7420796561722e222c22637265617465645f6174223a22323032352d30312d30375431343a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3337343332302e706466227d5d7d2c7b22626f6479223a2243616c6c20323a206d6f6e7468206475652066696e616c206172726561727320646562697420646972656374206163636f756e74207374616e64696e67207461726966662072656d696e646572206f70656e696e6720696e7374616c6d656e742e222c22637265617465645f6174223a22323032352d30322d30355431343a31353a33305a227d2c7b22626f6479223a2243616c6c20333a20737570706c7920696e7374616c6d656e74206d65746572206361726420636172642073746174656d656e742064697265637420646562697420656d61696c20657374696d617465206361726420737570706c6965722e222c22637265617465645f6174223a22323032352d30332d31325431303a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\x2166c4780aa86187cbefe3b1e673f4e5906608c021b89d7043a85f87e42b64a7', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 885);
INSERT INTO public.accepted_import VALUES (8173742542261257265, '01a21da9-8153-753d-8269-6f3f5f01b77a', '2026-11-27 15:39:37.683+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303033222c2276656e646f72223a22535452495045222c227265666572656e6365223a2253414e44424f582d43415244222c2274797065223a2243415244227d', NULL, NULL, NULL, NULL, '\x2b1925052d57faa51fc616f9e0e779b9db5a8e0183ec740e767cbc33c1641b2d', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 892);
INSERT INTO public.accepted_import VALUES (5744194280967992869, '01a21da9-8153-753d-8269-71e7fee4470e', '2026-11-27 15:39:37.683+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303034222c2276656e646f72223a22474f434152444c455353222c227265666572656e6365223a2253414e44424f582d4d414e44415445222c2274797065223a224449524543545f4445424954227d', NULL, NULL, NULL, NULL, '\x49c92ab9d03cba50a3fb206273928185dd72e57fbf98dbe7711ca4aa19c8ad00', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 893);
INSERT INTO public.accepted_import VALUES (3245325335831841257, '01a21da9-8154-706e-b755-04efe0c5a55e', '2026-11-27 15:39:37.684+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303035222c2276656e646f72223a22535452495045222c227265666572656e6365223a2253414e44424f582d43415244222c2274797065223a2243415244227d', NULL, NULL, NULL, NULL, '\x6d1285caaff72c54a93367b37bb2c4f9bfd1fa58ab734d499af89798d1587053', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 893);
INSERT INTO public.accepted_import VALUES (2517825460884380136, '01a21da9-815a-7640-9cb7-b1ace1d6d3fe', '2026-11-27 15:39:37.69+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303036222c2276656e646f72223a22474f434152444c455353222c227265666572656e6365223a2253414e44424f582d4d414e44415445222c2274797065223a224449524543545f4445424954227d', NULL, NULL, NULL, NULL, '\x20a3e6e4f7124f5258de457cf6a7e1bb6be7ba641ace6b51e9e74c7257f72534', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 895);
INSERT INTO public.accepted_import VALUES (3245325335831841257, '01a21da9-813e-7160-ab44-2c1e51e824d0', '2026-11-27 15:39:37.663+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303035222c2273746174656d656e7473223a5b7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31322d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31322d3238222c2273746174656d656e745f6964223a22532d31222c226973737565645f64617465223a22323032352d31322d3238222c226e756d626572223a22333839373432222c2267726f73735f616d6f756e74223a31372e36312c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31322f3139303530352e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31312d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31312d3238222c2273746174656d656e745f6964223a22532d32222c226973737565645f64617465223a22323032352d31312d3238222c226e756d626572223a22383333323032222c2267726f73735f616d6f756e74223a32352e32362c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31312f3735373735302e706466227d2c7b2262696c6c5f706572696f645f66726f6d5f64617465223a22323032352d31302d3031222c2262696c6c5f706572696f645f746f5f64617465223a22323032352d31302d3238222c2273746174656d656e745f6964223a22532d33222c226973737565645f64617465223a22323032352d31302d3238222c226e756d626572223a22363130393231222c2267726f73735f616d6f756e74223a33342e39352c2273746174656d656e745f70617468223a2273746174656d656e74732f323032352d31302f3736313530372e706466227d5d7d', NULL, NULL, NULL, NULL, '\x43730b856f3975d5acf19d167a973201d99eef8d2a70558e6c3e02056249b6ca', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 878);
INSERT INTO public.accepted_import VALUES (7769290739419763324, '01a21da9-8145-71a0-a89b-19264b9a2c8d', '2026-11-27 15:39:37.669+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303032222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a206164647265737320637573746f6d6572207061796d656e7420616772656564207374616e64696e67207175657269656420756e697420737570706c7920696e7374616c6d656e7420737570706c7920706f7374616c207265717565737465642e222c22637265617465645f6174223a22323032352d30312d31315431323a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3939303736342e706466227d5d7d2c7b22626f6479223a2243616c6c20323a20646562697420657374696d617465207765656b2063686172676520647565207374616e64696e672073746174656d656e742063616c6c20636f6c6c656374656420637265646974206c6574746572206163636f756e742e222c22637265617465645f6174223a22323032352d30322d31365431343a31353a33305a227d2c7b22626f6479223a2243616c6c20333a207765656b2063616c6c2066696e616c20706f7374616c206f70656e696e67207374616e64696e67207374616e64696e672066696e616c2063616c6c2062616e6b2073656e74207265717565737465642e222c22637265617465645f6174223a22323032352d30332d30315430383a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\x64e0799a896b0b07449f856ed787f52a317161045aa8ce00dd1f516a3be495a2', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 881);
INSERT INTO public.accepted_import VALUES (7769290739419763324, '01a21da9-8153-753d-8269-6b656be6ff58', '2026-11-27 15:39:37.683+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303032222c2276656e646f72223a22474f434152444c455353222c227265666572656e6365223a2253414e44424f582d4d414e44415445222c2274797065223a224449524543545f4445424954227d', NULL, NULL, NULL, NULL, '\x78b8450eb9240a81b12cfacb019c5147de69e0e24d13c0ae859ed502b7aebfae', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 891);
INSERT INTO public.accepted_import VALUES (8173742542261257265, '01a21da9-8146-73f5-8ed6-c79d55072d78', '2026-11-27 15:39:37.67+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/create', 3, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303033222c226e6f746573223a5b7b22626f6479223a2243616c6c20313a2064617465207573616765206d657465722067617320637573746f6d657220726566756e642073746174656d656e7420657374696d6174652077696e74657220726566756e64207175657269656420617272656172732e222c22637265617465645f6174223a22323032352d30312d31315431373a31353a33305a222c22646f63756d656e745f7061746873223a5b7b22646f63756d656e745f70617468223a226c6574746572732f3738373936342e706466227d5d7d2c7b22626f6479223a2243616c6c20323a2064617465206d6f6e7468206c6574746572207965617220726566756e6420737570706c69657220717565726965642072656d696e646572206167726565642070686f6e6520657374696d61746520717565726965642e222c22637265617465645f6174223a22323032352d30322d31305431303a31353a33305a227d2c7b22626f6479223a2243616c6c20333a20706f7374616c2072657175657374656420637265646974206d6f6e7468206163636f756e742062616c616e6365207472616e736665722064617465207061796d656e74206d65746572207573616765207461726966662e222c22637265617465645f6174223a22323032352d30332d32385431353a31353a33305a227d5d7d', NULL, NULL, NULL, NULL, '\x1ebe5ac53c0ef1f6c942b19f26f1d5231e14159ec89eef8f544afaa2bd10b0d3', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 882);
INSERT INTO public.accepted_import VALUES (4385992124705444203, '01a21da9-8152-7591-a39a-3fa7ab70f303', '2026-11-27 15:39:37.682+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/create', 1, '\x7b22696d706f72745f737570706c696572223a2255504752414445222c2265787465726e616c5f6163636f756e745f6e756d626572223a2253414d504c452d312d30303030303031222c2276656e646f72223a22535452495045222c227265666572656e6365223a2253414e44424f582d43415244222c2274797065223a2243415244227d', NULL, NULL, NULL, NULL, '\xa84edd3efbf9a512fc4038f29b584d931a86d9f24c6f00d524d8ba581866365f', '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 0, 0, '[]', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 890);


--
-- Data for Name: account; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.account VALUES (4385992124705444203, '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 'SAMPLE-1-0000001', 'A-9E3779B1', 'IMPORTED', '2026-11-27 15:39:34.9056+00', NULL, NULL, NULL, NULL, 733);
INSERT INTO public.account VALUES (7769290739419763324, '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 'SAMPLE-1-0000002', 'A-3C6EF362', 'IMPORTED', '2026-11-27 15:39:34.9056+00', NULL, NULL, NULL, NULL, 733);
INSERT INTO public.account VALUES (8173742542261257265, '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 'SAMPLE-1-0000003', 'A-DAA66D13', 'IMPORTED', '2026-11-27 15:39:34.9056+00', NULL, NULL, NULL, NULL, 733);
INSERT INTO public.account VALUES (5744194280967992869, '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 'SAMPLE-1-0000004', 'A-78DDE6C4', 'IMPORTED', '2026-11-27 15:39:34.9056+00', NULL, NULL, NULL, NULL, 733);
INSERT INTO public.account VALUES (3245325335831841257, '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 'SAMPLE-1-0000005', 'A-17156075', 'IMPORTED', '2026-11-27 15:39:34.9056+00', NULL, NULL, NULL, NULL, 733);
INSERT INTO public.account VALUES (2517825460884380136, '4769414b-9785-4dbe-b9a5-2b4ed60a0557', 'SAMPLE-1-0000006', 'A-B54CDA26', 'IMPORTED', '2026-11-27 15:39:34.9056+00', NULL, NULL, NULL, NULL, 733);


--
-- Data for Name: account_change; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: account_rollup; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: alarm; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: api_key; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_key VALUES ('5936b0fc-33ca-4361-8873-4f4d5afdb795', '744e4710-d82b-4428-89aa-6702887a9597', 'co_f4d3de5b', NULL, '\x5e4fc6e539525ac39a09269b746fe238b24fb9a68c192e048d47702269646897', '2026-11-27 15:39:34.036354+00', NULL, NULL);


--
-- Data for Name: api_key_use; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_key_use VALUES ('5936b0fc-33ca-4361-8873-4f4d5afdb795', '2026-11-27 15:39:38.391+00');


--
-- Data for Name: billing_document; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.billing_document VALUES (7769290739419763324, 'L-2-E', 'B-2025-11', 'PERIOD_BASED', '2025-11-28', '2025-11-01', '2025-11-28', '01a21da9-7c94-7222-be6d-25c2c143da0a', 0);
INSERT INTO public.billing_document VALUES (7769290739419763324, 'L-2-E', 'B-2025-12', 'PERIOD_BASED', '2025-12-28', '2025-12-01', '2025-12-28', '01a21da9-7c94-7222-be6d-25c2c143da0a', 1);
INSERT INTO public.billing_document VALUES (4385992124705444203, 'L-1-G', 'B-2025-11', 'PERIOD_BASED', '2025-11-28', '2025-11-01', '2025-11-28', '01a21da9-7c92-754d-a332-2e738f3922e4', 0);
INSERT INTO public.billing_document VALUES (4385992124705444203, 'L-1-G', 'B-2025-12', 'PERIOD_BASED', '2025-12-28', '2025-12-01', '2025-12-28', '01a21da9-7c92-754d-a332-2e738f3922e4', 1);
INSERT INTO public.billing_document VALUES (8173742542261257265, 'L-3-E', 'B-2025-11', 'PERIOD_BASED', '2025-11-28', '2025-11-01', '2025-11-28', '01a21da9-7c95-7052-a8c5-5cf114e839df', 0);
INSERT INTO public.billing_document VALUES (8173742542261257265, 'L-3-E', 'B-2025-12', 'PERIOD_BASED', '2025-12-28', '2025-12-01', '2025-12-28', '01a21da9-7c95-7052-a8c5-5cf114e839df', 1);
INSERT INTO public.billing_document VALUES (5744194280967992869, 'L-4-E', 'B-2025-11', 'PERIOD_BASED', '2025-11-28', '2025-11-01', '2025-11-28', '01a21da9-7c95-7052-a8c5-63e78b289661', 0);
INSERT INTO public.billing_document VALUES (5744194280967992869, 'L-4-E', 'B-2025-12', 'PERIOD_BASED', '2025-12-28', '2025-12-01', '2025-12-28', '01a21da9-7c95-7052-a8c5-63e78b289661', 1);
INSERT INTO public.billing_document VALUES (3245325335831841257, 'L-5-G', 'B-2025-11', 'PERIOD_BASED', '2025-11-28', '2025-11-01', '2025-11-28', '01a21da9-7c9f-723f-9922-7161d977a5a5', 0);
INSERT INTO public.billing_document VALUES (3245325335831841257, 'L-5-G', 'B-2025-12', 'PERIOD_BASED', '2025-12-28', '2025-12-01', '2025-12-28', '01a21da9-7c9f-723f-9922-7161d977a5a5', 1);
INSERT INTO public.billing_document VALUES (2517825460884380136, 'L-6-E', 'B-2025-11', 'PERIOD_BASED', '2025-11-28', '2025-11-01', '2025-11-28', '01a21da9-7c9f-723f-9922-760b01181703', 0);
INSERT INTO public.billing_document VALUES (2517825460884380136, 'L-6-E', 'B-2025-12', 'PERIOD_BASED', '2025-12-28', '2025-12-01', '2025-12-28', '01a21da9-7c9f-723f-9922-760b01181703', 1);


--
-- Data for Name: console_approval; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: console_form; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: console_job; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: console_list; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: console_session; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: console_sign_in_link; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: control_total; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: control_total_registration; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: control_total_set; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: dry_run; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.dry_run VALUES ('01a21da9-7ad1-73b9-b83a-165bfa783634', '2026-11-27 15:39:36.017+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000001', 12, 200, 'required', 'A required field is missing.', 'transactions.5.transaction_id', NULL, '\x1b3c9d40ba5cb684793a565d36b8431caebfa86a8dbaf7302f1f3c666d114151', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7ad5-73a7-885b-85bdd6db90c0', '2026-11-27 15:39:36.021+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000002', 12, 200, NULL, NULL, NULL, NULL, '\x168ac383e06696dbb576b23edf7fc4e4fb6ca1c4a54ae17a65582d897bbc06df', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7ad7-7434-b547-de464dbc7eeb', '2026-11-27 15:39:36.023+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000004', 12, 200, NULL, NULL, NULL, NULL, '\x712a1d5310102c5a6a756e0168e2bf21a3097ba4f54df4990bf561bedfa92f9c', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7aed-73da-a943-2fe9f91c77ea', '2026-11-27 15:39:36.045+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000005', 12, 200, 'max_decimal_places', 'Must have at most 2 decimal places.', 'transactions.6.amount', '12.005', '\xa66fee1b4c0bc643a64c1fa82393b14f429544b6f074d37d9d9068fe1a7c113c', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7af3-7643-9a05-4ec79205ecc3', '2026-11-27 15:39:36.051+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000006', 12, 200, NULL, NULL, NULL, NULL, '\xde3fa0cd9b65823db4c579a2a153cec48261b75dcbe000cdcdcf6439b99278ca', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7af9-7393-bb64-77692cb074e7', '2026-11-27 15:39:36.057+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000005', 11, 200, NULL, NULL, NULL, NULL, '\x6259f88a56668dc2f86d687899206853c51dfe87c0ed56e738f74ed8efdf1f51', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7af0-7683-8c11-af14fc255678', '2026-11-27 15:39:36.048+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000001', 11, 200, NULL, NULL, NULL, NULL, '\xac496ab967465e2669114fabac5c929a254cf0d870c5168276fa4f58c20d4da0', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7ad7-7434-b547-dbdd98fc028d', '2026-11-27 15:39:36.023+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000003', 12, 200, 'invalid', 'Must be a calendar day YYYY-MM-DD from 1900-01-01 to 2199-12-31.', 'transactions.1.transaction_date', '"2026-02-30"', '\xbe9f702ed702f52fbecbd300b92cb0fcb51e35d833f08af5776bc3598e222f3b', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b05-73e5-ae89-7cc59e6c220e', '2026-11-27 15:39:36.069+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000003', 11, 200, NULL, NULL, NULL, NULL, '\x7930684ecbfa4976cebed57363623f9d12cc9f0997355b4f4bbe6f2a1687f7a0', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b0c-7747-9d8d-a782c66ec7f4', '2026-11-27 15:39:36.076+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/validate', 'UPGRADE', 'SAMPLE-1-0000001', 9, 200, NULL, NULL, NULL, NULL, '\xfa02f3593768056532a7ccb8c992680fc07ee3c77508c079dca3d2e164ba4f8f', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b0e-7751-aa96-79e954047f60', '2026-11-27 15:39:36.078+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/validate', 'UPGRADE', 'SAMPLE-1-0000002', 9, 200, NULL, NULL, NULL, NULL, '\x614fdf7f12d7120b762cded30162b6dc181dffcd9e108a81c4f551d0a909ff1e', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b0f-77dc-baa8-54f1ec187d57', '2026-11-27 15:39:36.079+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/validate', 'UPGRADE', 'SAMPLE-1-0000003', 9, 200, NULL, NULL, NULL, NULL, '\x814e4b1e058ccc7f6e0edc939f7732d283ae22003d0adcfadb81d20ba709e310', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b11-7001-acb9-f80aa3915066', '2026-11-27 15:39:36.081+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/validate', 'UPGRADE', 'SAMPLE-1-0000004', 9, 200, NULL, NULL, NULL, NULL, '\x73872a953f7a79eb8d6d47a98fe56abce8bc94bbfc4b755df62dfe65fa301af0', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b1e-7700-a386-839745184dfb', '2026-11-27 15:39:36.094+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/validate', 'UPGRADE', 'SAMPLE-1-0000006', 9, 200, NULL, NULL, NULL, NULL, '\x4134da6433f6bfbd98484ea9d311d048d9c39285a548efc115747a3382aee021', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b18-7014-808c-7a338b30635d', '2026-11-27 15:39:36.088+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/validate', 'UPGRADE', 'SAMPLE-1-0000005', 9, 200, NULL, NULL, NULL, NULL, '\xc0ac9016dd7b35bdd420d3862adb6aa7bacec088f8838ee45fabad87a7812a92', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b25-719e-96c0-2ed826141d82', '2026-11-27 15:39:36.101+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/validate', 'UPGRADE', 'SAMPLE-1-0000001', 3, 200, NULL, NULL, NULL, NULL, '\xd8ccacf5f0acd0f2fa9a19d73fd60794c2a121ad143808dfe446b034c88f8a36', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b27-75e0-8520-74d5de5e327f', '2026-11-27 15:39:36.103+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/validate', 'UPGRADE', 'SAMPLE-1-0000002', 3, 200, NULL, NULL, NULL, NULL, '\xe31a4094e6444e7ffa0490d5ffe1ee688d8712da37aba5e2e6c0cae3e3e8de68', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b28-72d8-8a6e-bb8f98d3c81c', '2026-11-27 15:39:36.104+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/validate', 'UPGRADE', 'SAMPLE-1-0000003', 3, 200, NULL, NULL, NULL, NULL, '\x4ddd57accd2753bdbd5fcdd37b11c3c4f5e8e99004f59bbdf6aad3249dc99e90', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b2a-70a4-8818-057afc477db5', '2026-11-27 15:39:36.106+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/validate', 'UPGRADE', 'SAMPLE-1-0000004', 3, 200, NULL, NULL, NULL, NULL, '\x9f27280175c014b5a1ed61a531961e22df1ee2f36f44c9b0ecc0ae286e0a9cf8', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b32-7552-86aa-9386e616ae5b', '2026-11-27 15:39:36.115+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/validate', 'UPGRADE', 'SAMPLE-1-0000005', 3, 200, NULL, NULL, NULL, NULL, '\x43730b856f3975d5acf19d167a973201d99eef8d2a70558e6c3e02056249b6ca', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b35-762d-a486-87b418d505e9', '2026-11-27 15:39:36.117+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-statements/validate', 'UPGRADE', 'SAMPLE-1-0000006', 3, 200, NULL, NULL, NULL, NULL, '\xa8716da0a21715f07fa8bddcfd90d03168d5df184b5c03413a0d115cc6e6a883', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b3c-731f-b1a5-07312daa1333', '2026-11-27 15:39:36.124+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/validate', 'UPGRADE', 'SAMPLE-1-0000001', 3, 200, NULL, NULL, NULL, NULL, '\x77d3ecc467b37ec5284d9f08cf15b9b3e06dfdd73751fd34b49f08c0a08d4b87', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b42-70e8-b9e7-b7d43ecf38b6', '2026-11-27 15:39:36.13+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/validate', 'UPGRADE', 'SAMPLE-1-0000004', 3, 200, NULL, NULL, NULL, NULL, '\x4a489ceed3d78f3de5e07a2cf8ac27abc7f050ef3a9ae7336d0c7e8817b1eaf4', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b3e-7009-b52e-f62e7be22c23', '2026-11-27 15:39:36.126+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/validate', 'UPGRADE', 'SAMPLE-1-0000002', 3, 200, NULL, NULL, NULL, NULL, '\x64e0799a896b0b07449f856ed787f52a317161045aa8ce00dd1f516a3be495a2', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b3f-709a-a48c-761e3a2cf3a0', '2026-11-27 15:39:36.127+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/validate', 'UPGRADE', 'SAMPLE-1-0000003', 3, 200, NULL, NULL, NULL, NULL, '\x1ebe5ac53c0ef1f6c942b19f26f1d5231e14159ec89eef8f544afaa2bd10b0d3', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b4a-76e5-bcc7-86a7d523ccb4', '2026-11-27 15:39:36.138+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/validate', 'UPGRADE', 'SAMPLE-1-0000005', 3, 200, NULL, NULL, NULL, NULL, '\xeb9515fcf376e80248b3c4326299408cd8c23585f050de49af9b212d3981ca5f', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b4c-7194-a092-e38bc779f630', '2026-11-27 15:39:36.14+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'notes/validate', 'UPGRADE', 'SAMPLE-1-0000006', 3, 200, NULL, NULL, NULL, NULL, '\x2166c4780aa86187cbefe3b1e673f4e5906608c021b89d7043a85f87e42b64a7', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b51-72d5-97a3-221d0e557c29', '2026-11-27 15:39:36.145+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/validate', 'UPGRADE', 'SAMPLE-1-0000001', 1, 200, NULL, NULL, NULL, NULL, '\xa84edd3efbf9a512fc4038f29b584d931a86d9f24c6f00d524d8ba581866365f', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b53-7345-8455-c362dd4cdd6c', '2026-11-27 15:39:36.147+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/validate', 'UPGRADE', 'SAMPLE-1-0000003', 1, 200, NULL, NULL, NULL, NULL, '\x2b1925052d57faa51fc616f9e0e779b9db5a8e0183ec740e767cbc33c1641b2d', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b53-7345-8455-c728480ba1d2', '2026-11-27 15:39:36.147+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/validate', 'UPGRADE', 'SAMPLE-1-0000004', 1, 200, NULL, NULL, NULL, NULL, '\x49c92ab9d03cba50a3fb206273928185dd72e57fbf98dbe7711ca4aa19c8ad00', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b52-73e7-b9dc-bf1db56fc8da', '2026-11-27 15:39:36.146+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/validate', 'UPGRADE', 'SAMPLE-1-0000002', 1, 200, NULL, NULL, NULL, NULL, '\x78b8450eb9240a81b12cfacb019c5147de69e0e24d13c0ae859ed502b7aebfae', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b66-7643-bcf9-a20a79c6d7b3', '2026-11-27 15:39:36.166+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/validate', 'UPGRADE', 'SAMPLE-1-0000005', 1, 200, NULL, NULL, NULL, NULL, '\x6d1285caaff72c54a93367b37bb2c4f9bfd1fa58ab734d499af89798d1587053', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7b67-73a1-9fb6-8a7bee043e52', '2026-11-27 15:39:36.167+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'payment-instruction/validate', 'UPGRADE', 'SAMPLE-1-0000006', 1, 200, NULL, NULL, NULL, NULL, '\x20a3e6e4f7124f5258de457cf6a7e1bb6be7ba641ace6b51e9e74c7257f72534', NULL, DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7c71-761c-b9b5-0cccc5a56714', '2026-11-27 15:39:36.433+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000001', 12, 200, 'required', 'A required field is missing.', 'transactions.5.transaction_id', NULL, '\x1b3c9d40ba5cb684793a565d36b8431caebfa86a8dbaf7302f1f3c666d114151', '0d900187-44a9-4bc4-be83-67f391ce417d', DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7c73-744c-b115-d0e600877c13', '2026-11-27 15:39:36.435+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000003', 12, 200, 'invalid', 'Must be a calendar day YYYY-MM-DD from 1900-01-01 to 2199-12-31.', 'transactions.1.transaction_date', '"2026-02-30"', '\xbe9f702ed702f52fbecbd300b92cb0fcb51e35d833f08af5776bc3598e222f3b', '0d900187-44a9-4bc4-be83-67f391ce417d', DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-7c85-7677-85c5-98608c618742', '2026-11-27 15:39:36.453+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000005', 12, 200, 'max_decimal_places', 'Must have at most 2 decimal places.', 'transactions.6.amount', '12.005', '\xa66fee1b4c0bc643a64c1fa82393b14f429544b6f074d37d9d9068fe1a7c113c', '0d900187-44a9-4bc4-be83-67f391ce417d', DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-80e7-7463-b089-338fc8092f55', '2026-11-27 15:39:37.575+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000001', 12, 200, 'required', 'A required field is missing.', 'transactions.5.transaction_id', NULL, '\x1b3c9d40ba5cb684793a565d36b8431caebfa86a8dbaf7302f1f3c666d114151', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-80ea-7020-8e62-e95b7eda73f3', '2026-11-27 15:39:37.578+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000003', 12, 200, 'invalid', 'Must be a calendar day YYYY-MM-DD from 1900-01-01 to 2199-12-31.', 'transactions.1.transaction_date', '"2026-02-30"', '\xbe9f702ed702f52fbecbd300b92cb0fcb51e35d833f08af5776bc3598e222f3b', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', DEFAULT, DEFAULT);
INSERT INTO public.dry_run VALUES ('01a21da9-80f7-77d3-9965-d6d2ee2c30eb', '2026-11-27 15:39:37.591+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/validate', 'UPGRADE', 'SAMPLE-1-0000005', 12, 200, 'max_decimal_places', 'Must have at most 2 decimal places.', 'transactions.6.amount', '12.005', '\xa66fee1b4c0bc643a64c1fa82393b14f429544b6f074d37d9d9068fe1a7c113c', 'ca9d6cb0-523f-4cc8-8517-fe394a264408', DEFAULT, DEFAULT);


--
-- Data for Name: erased_total; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: historical_statement; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.historical_statement VALUES (4385992124705444203, 'S-1', '2025-12-01', '2025-12-28', '2025-12-28', '499291', 144.45, 'statements/2025-12/796406.pdf', 'statements/2025-12/796406.pdf', '01a21da9-7ca7-72ce-bbaf-4806de008e88', 0);
INSERT INTO public.historical_statement VALUES (4385992124705444203, 'S-2', '2025-11-01', '2025-11-28', '2025-11-28', '710085', 206.21, 'statements/2025-11/559232.pdf', 'statements/2025-11/559232.pdf', '01a21da9-7ca7-72ce-bbaf-4806de008e88', 1);
INSERT INTO public.historical_statement VALUES (4385992124705444203, 'S-3', '2025-10-01', '2025-10-28', '2025-10-28', '240472', 73.40, 'statements/2025-10/573756.pdf', 'statements/2025-10/573756.pdf', '01a21da9-7ca7-72ce-bbaf-4806de008e88', 2);
INSERT INTO public.historical_statement VALUES (7769290739419763324, 'S-1', '2025-12-01', '2025-12-28', '2025-12-28', '176670', 155.32, 'statements/2025-12/879956.pdf', 'statements/2025-12/879956.pdf', '01a21da9-7ca8-7101-8415-349340487bad', 0);
INSERT INTO public.historical_statement VALUES (7769290739419763324, 'S-2', '2025-11-01', '2025-11-28', '2025-11-28', '266106', 29.84, 'statements/2025-11/849193.pdf', 'statements/2025-11/849193.pdf', '01a21da9-7ca8-7101-8415-349340487bad', 1);
INSERT INTO public.historical_statement VALUES (7769290739419763324, 'S-3', '2025-10-01', '2025-10-28', '2025-10-28', '628735', 187.23, 'statements/2025-10/136669.pdf', 'statements/2025-10/136669.pdf', '01a21da9-7ca8-7101-8415-349340487bad', 2);
INSERT INTO public.historical_statement VALUES (8173742542261257265, 'S-1', '2025-12-01', '2025-12-28', '2025-12-28', '713888', 167.17, 'statements/2025-12/121485.pdf', 'statements/2025-12/121485.pdf', '01a21da9-7ca9-71db-98ac-e4778974f332', 0);
INSERT INTO public.historical_statement VALUES (8173742542261257265, 'S-2', '2025-11-01', '2025-11-28', '2025-11-28', '145290', 135.15, 'statements/2025-11/640497.pdf', 'statements/2025-11/640497.pdf', '01a21da9-7ca9-71db-98ac-e4778974f332', 1);
INSERT INTO public.historical_statement VALUES (8173742542261257265, 'S-3', '2025-10-01', '2025-10-28', '2025-10-28', '797695', 258.32, 'statements/2025-10/427239.pdf', 'statements/2025-10/427239.pdf', '01a21da9-7ca9-71db-98ac-e4778974f332', 2);
INSERT INTO public.historical_statement VALUES (5744194280967992869, 'S-1', '2025-12-01', '2025-12-28', '2025-12-28', '634676', 307.22, 'statements/2025-12/382045.pdf', 'statements/2025-12/382045.pdf', '01a21da9-7ca9-71db-98ac-ea07229bccda', 0);
INSERT INTO public.historical_statement VALUES (5744194280967992869, 'S-2', '2025-11-01', '2025-11-28', '2025-11-28', '974554', 212.91, 'statements/2025-11/634777.pdf', 'statements/2025-11/634777.pdf', '01a21da9-7ca9-71db-98ac-ea07229bccda', 1);
INSERT INTO public.historical_statement VALUES (5744194280967992869, 'S-3', '2025-10-01', '2025-10-28', '2025-10-28', '593641', 133.65, 'statements/2025-10/429953.pdf', 'statements/2025-10/429953.pdf', '01a21da9-7ca9-71db-98ac-ea07229bccda', 2);
INSERT INTO public.historical_statement VALUES (3245325335831841257, 'S-1', '2025-12-01', '2025-12-28', '2025-12-28', '389742', 17.61, 'statements/2025-12/190505.pdf', 'statements/2025-12/190505.pdf', '01a21da9-7caf-73f7-a514-facfce9f15f5', 0);
INSERT INTO public.historical_statement VALUES (3245325335831841257, 'S-2', '2025-11-01', '2025-11-28', '2025-11-28', '833202', 25.26, 'statements/2025-11/757750.pdf', 'statements/2025-11/757750.pdf', '01a21da9-7caf-73f7-a514-facfce9f15f5', 1);
INSERT INTO public.historical_statement VALUES (3245325335831841257, 'S-3', '2025-10-01', '2025-10-28', '2025-10-28', '610921', 34.95, 'statements/2025-10/761507.pdf', 'statements/2025-10/761507.pdf', '01a21da9-7caf-73f7-a514-facfce9f15f5', 2);
INSERT INTO public.historical_statement VALUES (2517825460884380136, 'S-1', '2025-12-01', '2025-12-28', '2025-12-28', '843423', 294.68, 'statements/2025-12/113150.pdf', 'statements/2025-12/113150.pdf', '01a21da9-8140-75c6-8a05-5046e9255a95', 0);
INSERT INTO public.historical_statement VALUES (2517825460884380136, 'S-2', '2025-11-01', '2025-11-28', '2025-11-28', '217422', 61.73, 'statements/2025-11/971031.pdf', 'statements/2025-11/971031.pdf', '01a21da9-8140-75c6-8a05-5046e9255a95', 1);
INSERT INTO public.historical_statement VALUES (2517825460884380136, 'S-3', '2025-10-01', '2025-10-28', '2025-10-28', '626720', 28.00, 'statements/2025-10/3364.pdf', 'statements/2025-10/3364.pdf', '01a21da9-8140-75c6-8a05-5046e9255a95', 2);


--
-- Data for Name: import_rollup; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: import_supplier; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.import_supplier VALUES ('4769414b-9785-4dbe-b9a5-2b4ed60a0557', '744e4710-d82b-4428-89aa-6702887a9597', 'UPGRADE', 'Ongoing', '', false, false, 'report', 'refuse', '2026-11-27 15:39:34.406793+00');


--
-- Data for Name: import_total; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: import_undo; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.import_undo VALUES (2517825460884380136, '01a21da9-7caf-73f7-a514-ffe6e52e08a4', '2026-11-27 15:39:37.347203+00', 'root@vm', 'Sent for the wrong account', '{"notes": 0, "statements": 3, "transactions": [], "billing_documents": 0, "payment_instructions": 0, "notes_added_by_service": 0}', '[]', '[{"kind": "statement", "number": "843423", "issued_date": "2025-12-28", "gross_amount": "294.68", "statement_id": "S-1", "bill_period_to_date": "2025-12-28", "bill_period_from_date": "2025-12-01"}, {"kind": "statement", "number": "217422", "issued_date": "2025-11-28", "gross_amount": "61.73", "statement_id": "S-2", "bill_period_to_date": "2025-11-28", "bill_period_from_date": "2025-11-01"}, {"kind": "statement", "number": "626720", "issued_date": "2025-10-28", "gross_amount": "28.00", "statement_id": "S-3", "bill_period_to_date": "2025-10-28", "bill_period_from_date": "2025-10-01"}]', 848);


--
-- Data for Name: ledger; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.ledger VALUES (4385992124705444203, 'L-1-E', 'ELECTRICITY', true, false);
INSERT INTO public.ledger VALUES (4385992124705444203, 'L-1-G', 'GAS', false, false);
INSERT INTO public.ledger VALUES (7769290739419763324, 'L-2-E', 'ELECTRICITY', true, false);
INSERT INTO public.ledger VALUES (8173742542261257265, 'L-3-E', 'ELECTRICITY', true, false);
INSERT INTO public.ledger VALUES (5744194280967992869, 'L-4-E', 'ELECTRICITY', true, false);
INSERT INTO public.ledger VALUES (3245325335831841257, 'L-5-E', 'ELECTRICITY', true, false);
INSERT INTO public.ledger VALUES (3245325335831841257, 'L-5-G', 'GAS', false, false);
INSERT INTO public.ledger VALUES (2517825460884380136, 'L-6-E', 'ELECTRICITY', true, false);


--
-- Data for Name: ledger_history; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.ledger_history VALUES (4385992124705444203, 'L-1-G', '01a21da9-7c92-754d-a332-2e738f3922e4');
INSERT INTO public.ledger_history VALUES (7769290739419763324, 'L-2-E', '01a21da9-7c94-7222-be6d-25c2c143da0a');
INSERT INTO public.ledger_history VALUES (8173742542261257265, 'L-3-E', '01a21da9-7c95-7052-a8c5-5cf114e839df');
INSERT INTO public.ledger_history VALUES (5744194280967992869, 'L-4-E', '01a21da9-7c95-7052-a8c5-63e78b289661');
INSERT INTO public.ledger_history VALUES (3245325335831841257, 'L-5-G', '01a21da9-7c9f-723f-9922-7161d977a5a5');
INSERT INTO public.ledger_history VALUES (2517825460884380136, 'L-6-E', '01a21da9-7c9f-723f-9922-760b01181703');


--
-- Data for Name: ledger_transaction; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-1', 0, 'L-2-E', '2026-01-15', 6.81, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'BANK_TRANSFER', 'REF-178613349', 'call account credit reminder direct direct', 'card period opening supplier', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-2', 0, 'L-2-E', '2026-01-22', 39.91, 'CHARGE', 'LATE_FEE', NULL, NULL, 'electricity reading paid credit balance', 'week week date', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-3', 0, 'L-2-E', '2026-01-09', 189.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'bank estimate reminder', 'ELECTRICITY-NIGHT', '[{"units": null, "end_date": "2026-01-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "180", "start_date": "2026-01-01", "price_per_unit": "0.25", "number_of_units": "720"}]', '[{"rate": "0.05", "amount": "9", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "180"}]', NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-4', 0, 'L-2-E', '2026-01-04', 119.68, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-909612322', 'postal charge call supplier customer final', 'plan credit customer collected', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-5', 0, 'L-2-E', '2026-01-09', 375.81, 'CHARGE', 'LATE_FEE', NULL, NULL, 'period reading agreed sent plan', 'statement debit sent', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-6', 0, 'L-2-E', '2026-01-08', 341.98, 'REPAYMENT', 'FULL_CREDIT_REFUND', 'CARD', 'REF-776344835', 'estimate arrears phone electricity postal previous', 'agreed previous reminder collected', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-7', 0, 'L-2-E', '2026-01-09', 18.52, 'CREDIT', 'GOODWILL', NULL, NULL, 'moved winter gas letter billing', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-8', 0, 'L-2-E', '2026-01-18', 63.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'paid supply credit', 'GAS-STANDARD', '[{"units": null, "end_date": "2026-01-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "60", "start_date": "2026-01-01", "price_per_unit": "0.25", "number_of_units": "240"}]', '[{"rate": "0.05", "amount": "3", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "60"}]', NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-9', 0, 'L-2-E', '2026-01-02', -186.39, 'CHARGE', 'METER_INSTALLATION', NULL, NULL, 'standing unit usage instalment queried', 'statement bank address', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-10', 0, 'L-2-E', '2026-01-21', 170.00, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'BANK_TRANSFER', 'REF-451180265', 'agreed credit card transfer estimate opening', 'call reminder direct meter', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-11', 0, 'L-2-E', '2026-01-28', 217.93, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-403427750', 'debit email opening reminder debit agreed', 'direct plan payment agreed', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'T-12', 0, 'L-2-E', '2026-01-19', 240.17, 'CHARGE', 'LATE_FEE', NULL, NULL, 'month charge year gas debit', 'statement bank year', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c68-756d-8442-f8e01ff44c86');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-1', 0, 'L-4-E', '2026-04-06', 123.74, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-648336077', 'standing statement received electricity tariff arrears', 'agreed period date reading', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-2', 0, 'L-4-E', '2026-04-25', 165.34, 'CHARGE', 'RECONNECTION', NULL, NULL, 'agreed supply unit payment paid', 'meter credit direct', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-3', 0, 'L-4-E', '2026-04-12', 21.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'received date transfer', 'GAS-STANDARD', '[{"units": null, "end_date": "2026-04-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "20", "start_date": "2026-04-01", "price_per_unit": "0.25", "number_of_units": "80"}]', '[{"rate": "0.05", "amount": "1", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "20"}]', NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-4', 0, 'L-4-E', '2026-04-25', 184.07, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-928019111', 'call reading meter final week postal', 'refund period call final', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-5', 0, 'L-4-E', '2026-04-04', 323.35, 'CHARGE', 'LATE_FEE', NULL, NULL, 'winter charge postal supplier previous', 'charge gas winter', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-6', 0, 'L-4-E', '2026-04-04', 236.18, 'REPAYMENT', 'FULL_CREDIT_REFUND', 'DIRECT_DEBIT', 'REF-651839288', 'instalment supplier account statement unit balance', 'card reading refund address', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-7', 0, 'L-4-E', '2026-04-07', 146.41, 'CREDIT', 'GOODWILL', NULL, NULL, 'meter winter agreed meter refund', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-8', 0, 'L-4-E', '2026-04-18', 126.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'payment queried month', 'ELECTRICITY-STANDARD', '[{"units": null, "end_date": "2026-04-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "120", "start_date": "2026-04-01", "price_per_unit": "0.25", "number_of_units": "480"}]', '[{"rate": "0.05", "amount": "6", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "120"}]', NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-9', 0, 'L-4-E', '2026-04-10', -400.73, 'CHARGE', 'RECONNECTION', NULL, NULL, 'requested supply collected opening refund', 'refund usage unit', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-10', 0, 'L-4-E', '2026-04-02', 339.98, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-496002876', 'moved instalment period plan usage address', 'transfer statement date transfer', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-11', 0, 'L-4-E', '2026-04-21', 352.62, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-811119424', 'phone requested plan gas standing gas', 'gas queried call email', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'T-12', 0, 'L-4-E', '2026-04-21', 59.43, 'CHARGE', 'METER_INSTALLATION', NULL, NULL, 'meter winter year charge requested', 'billing queried email', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c6c-7675-85bf-4f2ad4345283');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'T-1', 0, 'L-1-E', '2026-04-07', 133.20, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-692892775', 'address arrears email statement paid electricity', 'paid account opening bank', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c77-7457-8045-12dc607b2ef2');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'T-2', 0, 'L-1-E', '2026-04-28', 390.08, 'CHARGE', 'RECONNECTION', NULL, NULL, 'week opening supply supplier usage', 'direct supply card', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c77-7457-8045-12dc607b2ef2');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'T-3', 0, 'L-1-E', '2026-04-07', 105.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'reminder tariff winter', 'ELECTRICITY-NIGHT', '[{"units": null, "end_date": "2026-04-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "100", "start_date": "2026-04-01", "price_per_unit": "0.25", "number_of_units": "400"}]', '[{"rate": "0.05", "amount": "5", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "100"}]', NULL, NULL, NULL, '01a21da9-7c77-7457-8045-12dc607b2ef2');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'T-4', 0, 'L-1-E', '2026-04-07', 87.55, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-889414053', 'sent call postal bank winter postal', 'unit agreed month estimate', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c77-7457-8045-12dc607b2ef2');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'T-5', 0, 'L-1-E', '2026-04-07', 332.60, 'CHARGE', 'LATE_FEE', NULL, NULL, 'sent collected instalment year phone', 'standing instalment reminder', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c77-7457-8045-12dc607b2ef2');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'T-7', 0, 'L-1-E', '2026-04-15', 93.95, 'CREDIT', 'GOODWILL', NULL, NULL, 'usage postal period collected refund', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c77-7457-8045-12dc607b2ef2');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'T-8', 0, 'L-1-E', '2026-04-01', 189.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'unit unit credit', 'GAS-STANDARD', '[{"units": null, "end_date": "2026-04-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "180", "start_date": "2026-04-01", "price_per_unit": "0.25", "number_of_units": "720"}]', '[{"rate": "0.05", "amount": "9", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "180"}]', NULL, NULL, NULL, '01a21da9-7c77-7457-8045-12dc607b2ef2');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'T-9', 0, 'L-1-E', '2026-04-13', -56.54, 'CHARGE', 'LATE_FEE', NULL, NULL, 'month address phone period due', 'email account debit', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c77-7457-8045-12dc607b2ef2');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'T-10', 0, 'L-1-E', '2026-04-08', 185.11, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-933611256', 'year balance collected arrears statement supply', 'queried supply month instalment', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c77-7457-8045-12dc607b2ef2');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'T-11', 0, 'L-1-E', '2026-04-22', 174.30, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-510993525', 'opening letter balance due address opening', 'debit agreed plan opening', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c77-7457-8045-12dc607b2ef2');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'T-12', 0, 'L-1-E', '2026-04-19', 224.56, 'CHARGE', 'RECONNECTION', NULL, NULL, 'received gas payment requested customer', 'week sent year', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c77-7457-8045-12dc607b2ef2');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'T-1', 0, 'L-3-E', '2026-03-15', 346.97, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-546311344', 'email supplier plan electricity supply reminder', 'statement instalment unit requested', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c79-7396-80e2-49c98225ae5e');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'T-3', 0, 'L-3-E', '2026-03-26', 147.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'account final meter', 'ELECTRICITY-NIGHT', '[{"units": null, "end_date": "2026-03-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "140", "start_date": "2026-03-01", "price_per_unit": "0.25", "number_of_units": "560"}]', '[{"rate": "0.05", "amount": "7", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "140"}]', NULL, NULL, NULL, '01a21da9-7c79-7396-80e2-49c98225ae5e');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'T-4', 0, 'L-3-E', '2026-03-02', 58.24, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'BANK_TRANSFER', 'REF-139851964', 'postal month letter billing received phone', 'requested account arrears unit', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c79-7396-80e2-49c98225ae5e');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'T-5', 0, 'L-3-E', '2026-03-12', 63.36, 'CHARGE', 'METER_INSTALLATION', NULL, NULL, 'customer email customer refund due', 'date paid collected', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c79-7396-80e2-49c98225ae5e');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'T-6', 0, 'L-3-E', '2026-03-09', 269.20, 'REPAYMENT', 'FULL_CREDIT_REFUND', 'DIRECT_DEBIT', 'REF-889696276', 'payment final paid final tariff due', 'month bank meter card', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c79-7396-80e2-49c98225ae5e');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'T-7', 0, 'L-3-E', '2026-03-06', 15.26, 'CREDIT', 'WELCOME_CREDIT', NULL, NULL, 'received moved account agreed instalment', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c79-7396-80e2-49c98225ae5e');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'T-8', 0, 'L-3-E', '2026-03-08', 231.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'postal direct balance', 'ELECTRICITY-STANDARD', '[{"units": null, "end_date": "2026-03-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "220", "start_date": "2026-03-01", "price_per_unit": "0.25", "number_of_units": "880"}]', '[{"rate": "0.05", "amount": "11", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "220"}]', NULL, NULL, NULL, '01a21da9-7c79-7396-80e2-49c98225ae5e');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'T-9', 0, 'L-3-E', '2026-03-11', -198.28, 'CHARGE', 'LATE_FEE', NULL, NULL, 'email estimate received charge customer', 'account week refund', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c79-7396-80e2-49c98225ae5e');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'T-10', 0, 'L-3-E', '2026-03-15', 229.88, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'BANK_TRANSFER', 'REF-236066767', 'supplier due final credit moved customer', 'transfer requested month account', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c79-7396-80e2-49c98225ae5e');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'T-11', 0, 'L-3-E', '2026-03-21', 152.92, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'BANK_TRANSFER', 'REF-194054568', 'gas email reading unit letter phone', 'supply unit phone standing', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c79-7396-80e2-49c98225ae5e');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'T-12', 0, 'L-3-E', '2026-03-17', 87.33, 'CHARGE', 'RECONNECTION', NULL, NULL, 'supply postal statement year arrears', 'direct electricity due', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c79-7396-80e2-49c98225ae5e');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-1', 0, 'L-6-E', '2026-03-09', 348.83, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-379282374', 'billing plan transfer usage bank account', 'balance gas usage refund', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-2', 0, 'L-6-E', '2026-03-16', 123.08, 'CHARGE', 'RECONNECTION', NULL, NULL, 'reading estimate standing transfer arrears', 'phone refund refund', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-3', 0, 'L-6-E', '2026-03-17', 147.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'received usage period', 'ELECTRICITY-NIGHT', '[{"units": null, "end_date": "2026-03-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "140", "start_date": "2026-03-01", "price_per_unit": "0.25", "number_of_units": "560"}]', '[{"rate": "0.05", "amount": "7", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "140"}]', NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-4', 0, 'L-6-E', '2026-03-03', 141.92, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-439529458', 'refund collected unit plan billing received', 'final credit phone instalment', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-5', 0, 'L-6-E', '2026-03-14', 112.39, 'CHARGE', 'LATE_FEE', NULL, NULL, 'requested electricity queried previous charge', 'year moved usage', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-6', 0, 'L-6-E', '2026-03-12', 325.26, 'REPAYMENT', 'FULL_CREDIT_REFUND', 'DIRECT_DEBIT', 'REF-400530868', 'refund received plan paid payment balance', 'customer postal final estimate', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-7', 0, 'L-6-E', '2026-03-14', 163.46, 'CREDIT', 'PRICE_CAP_REBATE', NULL, NULL, 'email tariff phone estimate gas', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-8', 0, 'L-6-E', '2026-03-08', 42.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'refund transfer due', 'ELECTRICITY-STANDARD', '[{"units": null, "end_date": "2026-03-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "40", "start_date": "2026-03-01", "price_per_unit": "0.25", "number_of_units": "160"}]', '[{"rate": "0.05", "amount": "2", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "40"}]', NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-9', 0, 'L-6-E', '2026-03-15', -397.33, 'CHARGE', 'METER_INSTALLATION', NULL, NULL, 'instalment paid estimate payment supply', 'instalment standing estimate', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-10', 0, 'L-6-E', '2026-03-08', 290.64, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-821922279', 'charge supply tariff charge received period', 'tariff payment previous reminder', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-11', 0, 'L-6-E', '2026-03-11', 226.84, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'BANK_TRANSFER', 'REF-122352838', 'direct refund transfer charge phone refund', 'collected period account email', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'T-12', 0, 'L-6-E', '2026-03-24', 135.68, 'CHARGE', 'RECONNECTION', NULL, NULL, 'instalment meter address meter refund', 'queried phone card', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c7d-7015-9816-f4716fdda076');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'H-2025-11-1', 0, 'L-2-E', '2025-11-12', 44.16, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'BANK_TRANSFER', 'REF-207313092', 'debit received balance debit week estimate', 'customer plan date queried', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c94-7222-be6d-25c2c143da0a');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'H-2025-11-2', 0, 'L-2-E', '2025-11-28', 361.07, 'CHARGE', 'METER_INSTALLATION', NULL, NULL, 'agreed balance tariff arrears billing', 'account billing postal', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c94-7222-be6d-25c2c143da0a');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'H-2025-11-3', 0, 'L-2-E', '2025-11-15', 168.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'supply tariff arrears', 'GAS-STANDARD', '[{"units": null, "end_date": "2025-11-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "160", "start_date": "2025-11-01", "price_per_unit": "0.25", "number_of_units": "640"}]', '[{"rate": "0.05", "amount": "8", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "160"}]', NULL, NULL, 'B-2025-11', '01a21da9-7c94-7222-be6d-25c2c143da0a');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'H-2025-12-1', 0, 'L-2-E', '2025-12-13', 227.99, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-100485813', 'agreed credit email reminder card billing', 'previous electricity arrears date', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c94-7222-be6d-25c2c143da0a');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'H-2025-12-2', 0, 'L-2-E', '2025-12-13', 147.07, 'CHARGE', 'RECONNECTION', NULL, NULL, 'transfer date due direct debit', 'debit bank gas', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c94-7222-be6d-25c2c143da0a');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'H-2025-12-3', 0, 'L-2-E', '2025-12-15', 63.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'bank transfer call', 'ELECTRICITY-STANDARD', '[{"units": null, "end_date": "2025-12-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "60", "start_date": "2025-12-01", "price_per_unit": "0.25", "number_of_units": "240"}]', '[{"rate": "0.05", "amount": "3", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "60"}]', NULL, NULL, 'B-2025-12', '01a21da9-7c94-7222-be6d-25c2c143da0a');
INSERT INTO public.ledger_transaction VALUES (7769290739419763324, 'H-2025-10-1', 0, 'L-2-E', '2025-10-17', 241.51, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-387510840', 'arrears year statement plan plan supply', 'charge card requested debit', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c94-7222-be6d-25c2c143da0a');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'H-2025-11-1', 0, 'L-3-E', '2025-11-27', 50.93, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-611036773', 'paid supplier customer payment reminder account', 'date billing charge final', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c95-7052-a8c5-5cf114e839df');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'H-2025-11-2', 0, 'L-3-E', '2025-11-11', 271.47, 'CHARGE', 'METER_INSTALLATION', NULL, NULL, 'due payment requested statement period', 'requested bank bank', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c95-7052-a8c5-5cf114e839df');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'T-1', 0, 'L-5-E', '2026-01-11', 277.89, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'BANK_TRANSFER', 'REF-856393591', 'customer date reminder opening estimate collected', 'account received period tariff', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'T-2', 0, 'L-5-E', '2026-01-21', 128.57, 'CHARGE', 'LATE_FEE', NULL, NULL, 'standing billing month arrears unit', 'statement email debit', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'T-3', 0, 'L-5-E', '2026-01-13', 189.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'period unit arrears', 'ELECTRICITY-NIGHT', '[{"units": null, "end_date": "2026-01-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "180", "start_date": "2026-01-01", "price_per_unit": "0.25", "number_of_units": "720"}]', '[{"rate": "0.05", "amount": "9", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "180"}]', NULL, NULL, NULL, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'T-4', 0, 'L-5-E', '2026-01-12', 6.27, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-539506087', 'address charge meter supply previous date', 'received paid reading collected', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'T-5', 0, 'L-5-E', '2026-01-03', 12.40, 'CHARGE', 'RECONNECTION', NULL, NULL, 'gas customer phone usage direct', 'standing previous paid', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'T-6', 0, 'L-5-E', '2026-01-21', 119.96, 'REPAYMENT', 'FULL_CREDIT_REFUND', 'DIRECT_DEBIT', 'REF-513955083', 'plan agreed gas direct winter gas', 'arrears period agreed usage', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'T-8', 0, 'L-5-E', '2026-01-05', 126.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'previous billing card', 'ELECTRICITY-NIGHT', '[{"units": null, "end_date": "2026-01-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "120", "start_date": "2026-01-01", "price_per_unit": "0.25", "number_of_units": "480"}]', '[{"rate": "0.05", "amount": "6", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "120"}]', NULL, NULL, NULL, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'T-9', 0, 'L-5-E', '2026-01-27', -110.07, 'CHARGE', 'RECONNECTION', NULL, NULL, 'letter plan call week reading', 'moved phone billing', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'T-10', 0, 'L-5-E', '2026-01-20', 42.37, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-720519237', 'debit billing previous winter tariff phone', 'received credit agreed month', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'T-11', 0, 'L-5-E', '2026-01-07', 122.07, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-153949233', 'credit unit opening supply card customer', 'standing charge letter postal', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'T-12', 0, 'L-5-E', '2026-01-10', 178.60, 'CHARGE', 'METER_INSTALLATION', NULL, NULL, 'usage supplier estimate winter period', 'period requested collected', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c8b-7295-8d72-7979e6b8dfc2');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'H-2025-11-1', 0, 'L-1-G', '2025-11-05', 298.59, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-774861681', 'sent reading final sent supplier reminder', 'payment call reminder customer', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c92-754d-a332-2e738f3922e4');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'H-2025-11-2', 0, 'L-1-G', '2025-11-26', 52.29, 'CHARGE', 'RECONNECTION', NULL, NULL, 'address meter unit payment billing', 'date payment agreed', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c92-754d-a332-2e738f3922e4');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'H-2025-11-3', 0, 'L-1-G', '2025-11-04', 168.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'phone queried estimate', 'ELECTRICITY-STANDARD', '[{"units": null, "end_date": "2025-11-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "160", "start_date": "2025-11-01", "price_per_unit": "0.25", "number_of_units": "640"}]', '[{"rate": "0.05", "amount": "8", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "160"}]', NULL, NULL, 'B-2025-11', '01a21da9-7c92-754d-a332-2e738f3922e4');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'H-2025-12-1', 0, 'L-1-G', '2025-12-18', 144.36, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-703203201', 'year letter arrears final moved moved', 'week standing requested electricity', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c92-754d-a332-2e738f3922e4');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'H-2025-12-2', 0, 'L-1-G', '2025-12-27', 9.99, 'CHARGE', 'METER_INSTALLATION', NULL, NULL, 'balance winter tariff due gas', 'refund card standing', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c92-754d-a332-2e738f3922e4');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'H-2025-12-3', 0, 'L-1-G', '2025-12-28', 42.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'standing payment period', 'ELECTRICITY-STANDARD', '[{"units": null, "end_date": "2025-12-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "40", "start_date": "2025-12-01", "price_per_unit": "0.25", "number_of_units": "160"}]', '[{"rate": "0.05", "amount": "2", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "40"}]', NULL, NULL, 'B-2025-12', '01a21da9-7c92-754d-a332-2e738f3922e4');
INSERT INTO public.ledger_transaction VALUES (4385992124705444203, 'H-2025-10-1', 0, 'L-1-G', '2025-10-10', 229.13, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'BANK_TRANSFER', 'REF-247832735', 'month unit credit agreed opening meter', 'unit charge opening refund', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c92-754d-a332-2e738f3922e4');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'H-2025-11-1', 0, 'L-6-E', '2025-11-18', 172.36, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-897496880', 'direct transfer gas usage card payment', 'payment direct instalment arrears', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c9f-723f-9922-760b01181703');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'H-2025-11-2', 0, 'L-6-E', '2025-11-17', 137.60, 'CHARGE', 'RECONNECTION', NULL, NULL, 'moved instalment agreed postal direct', 'account address instalment', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c9f-723f-9922-760b01181703');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'H-2025-11-3', 0, 'L-6-E', '2025-11-18', 105.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'gas charge customer', 'ELECTRICITY-STANDARD', '[{"units": null, "end_date": "2025-11-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "100", "start_date": "2025-11-01", "price_per_unit": "0.25", "number_of_units": "400"}]', '[{"rate": "0.05", "amount": "5", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "100"}]', NULL, NULL, 'B-2025-11', '01a21da9-7c9f-723f-9922-760b01181703');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'H-2025-12-1', 0, 'L-6-E', '2025-12-19', 161.30, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-651041598', 'statement refund queried queried refund postal', 'arrears collected received statement', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c9f-723f-9922-760b01181703');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'H-2025-12-2', 0, 'L-6-E', '2025-12-03', 213.26, 'CHARGE', 'METER_INSTALLATION', NULL, NULL, 'usage date opening supply plan', 'unit period winter', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c9f-723f-9922-760b01181703');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'H-2025-12-3', 0, 'L-6-E', '2025-12-02', 84.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'direct standing opening', 'ELECTRICITY-NIGHT', '[{"units": null, "end_date": "2025-12-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "80", "start_date": "2025-12-01", "price_per_unit": "0.25", "number_of_units": "320"}]', '[{"rate": "0.05", "amount": "4", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "80"}]', NULL, NULL, 'B-2025-12', '01a21da9-7c9f-723f-9922-760b01181703');
INSERT INTO public.ledger_transaction VALUES (2517825460884380136, 'H-2025-10-1', 0, 'L-6-E', '2025-10-23', 12.55, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-923433671', 'estimate payment charge estimate meter unit', 'tariff phone supply paid', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c9f-723f-9922-760b01181703');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'H-2025-11-3', 0, 'L-3-E', '2025-11-07', 147.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'requested paid final', 'GAS-STANDARD', '[{"units": null, "end_date": "2025-11-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "140", "start_date": "2025-11-01", "price_per_unit": "0.25", "number_of_units": "560"}]', '[{"rate": "0.05", "amount": "7", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "140"}]', NULL, NULL, 'B-2025-11', '01a21da9-7c95-7052-a8c5-5cf114e839df');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'H-2025-12-1', 0, 'L-3-E', '2025-12-18', 366.04, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-685232274', 'usage meter gas customer arrears card', 'queried meter moved meter', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c95-7052-a8c5-5cf114e839df');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'H-2025-12-2', 0, 'L-3-E', '2025-12-12', 201.28, 'CHARGE', 'RECONNECTION', NULL, NULL, 'received reminder standing supply account', 'opening address week', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c95-7052-a8c5-5cf114e839df');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'H-2025-12-3', 0, 'L-3-E', '2025-12-16', 126.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'arrears year previous', 'ELECTRICITY-NIGHT', '[{"units": null, "end_date": "2025-12-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "120", "start_date": "2025-12-01", "price_per_unit": "0.25", "number_of_units": "480"}]', '[{"rate": "0.05", "amount": "6", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "120"}]', NULL, NULL, 'B-2025-12', '01a21da9-7c95-7052-a8c5-5cf114e839df');
INSERT INTO public.ledger_transaction VALUES (8173742542261257265, 'H-2025-10-1', 0, 'L-3-E', '2025-10-13', 177.25, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-366585811', 'card queried standing supply credit month', 'queried billing charge credit', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c95-7052-a8c5-5cf114e839df');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'H-2025-11-1', 0, 'L-5-G', '2025-11-05', 338.39, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-196088871', 'moved week unit payment received received', 'unit plan postal charge', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c9f-723f-9922-7161d977a5a5');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'H-2025-11-2', 0, 'L-5-G', '2025-11-27', 230.47, 'CHARGE', 'LATE_FEE', NULL, NULL, 'paid email bank customer month', 'agreed plan payment', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c9f-723f-9922-7161d977a5a5');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'H-2025-11-3', 0, 'L-5-G', '2025-11-17', 189.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'electricity month previous', 'ELECTRICITY-NIGHT', '[{"units": null, "end_date": "2025-11-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "180", "start_date": "2025-11-01", "price_per_unit": "0.25", "number_of_units": "720"}]', '[{"rate": "0.05", "amount": "9", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "180"}]', NULL, NULL, 'B-2025-11', '01a21da9-7c9f-723f-9922-7161d977a5a5');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'H-2025-12-1', 0, 'L-5-G', '2025-12-11', 318.55, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'CARD', 'REF-509817566', 'gas month transfer requested customer estimate', 'date postal gas final', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c9f-723f-9922-7161d977a5a5');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'H-2025-12-2', 0, 'L-5-G', '2025-12-24', 276.52, 'CHARGE', 'METER_INSTALLATION', NULL, NULL, 'date instalment credit winter paid', 'moved week billing', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c9f-723f-9922-7161d977a5a5');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'H-2025-12-3', 0, 'L-5-G', '2025-12-03', 168.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'sent opening call', 'ELECTRICITY-STANDARD', '[{"units": null, "end_date": "2025-12-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "160", "start_date": "2025-12-01", "price_per_unit": "0.25", "number_of_units": "640"}]', '[{"rate": "0.05", "amount": "8", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "160"}]', NULL, NULL, 'B-2025-12', '01a21da9-7c9f-723f-9922-7161d977a5a5');
INSERT INTO public.ledger_transaction VALUES (3245325335831841257, 'H-2025-10-1', 0, 'L-5-G', '2025-10-03', 36.62, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'BANK_TRANSFER', 'REF-409866770', 'final transfer queried winter final date', 'final electricity card arrears', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c9f-723f-9922-7161d977a5a5');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'H-2025-11-1', 0, 'L-4-E', '2025-11-09', 152.54, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'BANK_TRANSFER', 'REF-853971341', 'instalment transfer customer estimate opening payment', 'requested billing opening payment', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c95-7052-a8c5-63e78b289661');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'H-2025-11-2', 0, 'L-4-E', '2025-11-10', 223.68, 'CHARGE', 'RECONNECTION', NULL, NULL, 'requested standing debit received queried', 'debit postal credit', NULL, NULL, NULL, NULL, NULL, 'B-2025-11', '01a21da9-7c95-7052-a8c5-63e78b289661');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'H-2025-11-3', 0, 'L-4-E', '2025-11-16', 252.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'account refund sent', 'GAS-STANDARD', '[{"units": null, "end_date": "2025-11-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "240", "start_date": "2025-11-01", "price_per_unit": "0.25", "number_of_units": "960"}]', '[{"rate": "0.05", "amount": "12", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "240"}]', NULL, NULL, 'B-2025-11', '01a21da9-7c95-7052-a8c5-63e78b289661');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'H-2025-12-1', 0, 'L-4-E', '2025-12-27', 117.21, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-345840921', 'balance call address supplier opening arrears', 'charge moved due requested', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c95-7052-a8c5-63e78b289661');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'H-2025-12-2', 0, 'L-4-E', '2025-12-04', 101.47, 'CHARGE', 'METER_INSTALLATION', NULL, NULL, 'card paid year unit moved', 'transfer charge electricity', NULL, NULL, NULL, NULL, NULL, 'B-2025-12', '01a21da9-7c95-7052-a8c5-63e78b289661');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'H-2025-12-3', 0, 'L-4-E', '2025-12-05', 21.00, 'SUPPLY_CHARGE', NULL, NULL, NULL, NULL, 'debit standing sent', 'GAS-STANDARD', '[{"units": null, "end_date": "2025-12-28", "rate_band": "CONSUMPTION_STANDARD", "net_amount": "20", "start_date": "2025-12-01", "price_per_unit": "0.25", "number_of_units": "80"}]', '[{"rate": "0.05", "amount": "1", "tax_type": "VAT", "unit_type": "PROPORTION", "value_taxed": "20"}]', NULL, NULL, 'B-2025-12', '01a21da9-7c95-7052-a8c5-63e78b289661');
INSERT INTO public.ledger_transaction VALUES (5744194280967992869, 'H-2025-10-1', 0, 'L-4-E', '2025-10-13', 360.03, 'PAYMENT', 'ACCOUNT_CHARGE_PAYMENT', 'DIRECT_DEBIT', 'REF-227951931', 'billing reading payment electricity debit month', 'card reading winter customer', NULL, NULL, NULL, NULL, NULL, NULL, '01a21da9-7c95-7052-a8c5-63e78b289661');


--
-- Data for Name: load_total; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: note; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.note VALUES (4385992124705444203, '\x9634d0437c1c056c11d208b55c35fe14205f51c12d3562400abe95a7835622cf', '2025-01-20 13:15:30+00', 'Call 1: tariff transfer collected week reminder unit phone electricity estimate due reading transfer.', '{letters/362475.pdf}', false, NULL, '01a21da9-7cb3-7451-87e2-b7285c03ded5', 0, '{letters/362475.pdf}');
INSERT INTO public.note VALUES (4385992124705444203, '\xc75c35f46d5c82e9a7d7d8e36b227b19a612fa94976b3e682fd982f1bf816b2d', '2025-02-17 12:15:30+00', 'Call 2: email usage estimate received opening postal instalment date moved collected tariff agreed.', '{}', false, NULL, '01a21da9-7cb3-7451-87e2-b7285c03ded5', 1, NULL);
INSERT INTO public.note VALUES (4385992124705444203, '\x30433897b4eec33851acf29b2fed032d7a39a5a55a2ba4e3a13ca0722901938d', '2025-03-03 10:15:30+00', 'Call 3: previous month debit balance statement supply refund queried paid unit agreed postal.', '{}', false, NULL, '01a21da9-7cb3-7451-87e2-b7285c03ded5', 2, NULL);
INSERT INTO public.note VALUES (7769290739419763324, '\x790538198aa8b983b8eda02e4a90dc4b7731a90cea0eaa79b38b38a1c125365a', '2025-01-11 12:15:30+00', 'Call 1: address customer payment agreed standing queried unit supply instalment supply postal requested.', '{letters/990764.pdf}', false, NULL, '01a21da9-7cb4-70e6-880c-177f18f5752d', 0, '{letters/990764.pdf}');
INSERT INTO public.note VALUES (7769290739419763324, '\x915476edba0d4d006a8af671012c826ce0afb87540175e2f18a5fbc231ab4c22', '2025-02-16 14:15:30+00', 'Call 2: debit estimate week charge due standing statement call collected credit letter account.', '{}', false, NULL, '01a21da9-7cb4-70e6-880c-177f18f5752d', 1, NULL);
INSERT INTO public.note VALUES (7769290739419763324, '\xa541e36378e2f6e6fa19bc8e78dde36a6a2396667dab31e1805b36a743d3f8dd', '2025-03-01 08:15:30+00', 'Call 3: week call final postal opening standing standing final call bank sent requested.', '{}', false, NULL, '01a21da9-7cb4-70e6-880c-177f18f5752d', 2, NULL);
INSERT INTO public.note VALUES (8173742542261257265, '\x94e436982070d26cd3d616b7702234d9efd6f43f017900ce42be9c375691981a', '2025-01-11 17:15:30+00', 'Call 1: date usage meter gas customer refund statement estimate winter refund queried arrears.', '{letters/787964.pdf}', false, NULL, '01a21da9-7cb5-7715-bf5d-15adc350ceae', 0, '{letters/787964.pdf}');
INSERT INTO public.note VALUES (8173742542261257265, '\x9f5cbf4f854d968e09428ccb3ac806e74d43210c8463d8e0b3e7ab9f4e6f5cb2', '2025-02-10 10:15:30+00', 'Call 2: date month letter year refund supplier queried reminder agreed phone estimate queried.', '{}', false, NULL, '01a21da9-7cb5-7715-bf5d-15adc350ceae', 1, NULL);
INSERT INTO public.note VALUES (8173742542261257265, '\xca3b21701b23daa98b0251c5d78f6e3b6f3ca578629b3f22e357737c1a13da34', '2025-03-28 15:15:30+00', 'Call 3: postal requested credit month account balance transfer date payment meter usage tariff.', '{}', false, NULL, '01a21da9-7cb5-7715-bf5d-15adc350ceae', 2, NULL);
INSERT INTO public.note VALUES (5744194280967992869, '\x6f93ab28f8aef1b20efd9b72d31af77df853e3bfb09b53b1d56d6e60abb81d0c', '2025-01-16 17:15:30+00', 'Call 1: refund plan unit month queried refund statement debit gas address gas requested.', '{letters/828949.pdf}', false, NULL, '01a21da9-7cb5-7715-bf5d-1bc4827ec9f4', 0, '{letters/828949.pdf}');
INSERT INTO public.note VALUES (5744194280967992869, '\xdd5903b49f1e6dd195e9f2f81f29ec6e5dcc4e0c2375658baecbd5bc4cce60e2', '2025-02-10 11:15:30+00', 'Call 2: transfer email plan requested year queried due winter year postal transfer balance.', '{}', false, NULL, '01a21da9-7cb5-7715-bf5d-1bc4827ec9f4', 1, NULL);
INSERT INTO public.note VALUES (5744194280967992869, '\x0c1e5671d8dfb64c872a46dcb19aa44d2c0ec86386477402f9fda6025f03fc85', '2025-03-19 09:15:30+00', 'Call 3: letter debit arrears requested balance collected period moved instalment reading card reading.', '{}', false, NULL, '01a21da9-7cb5-7715-bf5d-1bc4827ec9f4', 2, NULL);
INSERT INTO public.note VALUES (3245325335831841257, '\xdfcab4e6c796d9002ea21a3f5c41d0619328b8820997deb09f5a90674b0bf900', '2025-01-14 17:15:30+00', 'Call 1: final gas agreed electricity final usage instalment moved debit usage credit supply.', '{letters/698166.pdf}', false, NULL, '01a21da9-7cb6-73c0-b7ba-e786f6e17877', 0, '{letters/698166.pdf}');
INSERT INTO public.note VALUES (3245325335831841257, '\x59bfd9197d3c77f8322e9ca4687519707ca0faa5c43700e43cdc0b3390f6d1ac', '2025-02-28 10:15:30+00', 'Call 2: card debit card supply requested instalment tariff supplier debit direct period tariff.', '{}', true, '2027-01-01 00:00:00+00', '01a21da9-7cb6-73c0-b7ba-e786f6e17877', 1, NULL);
INSERT INTO public.note VALUES (3245325335831841257, '\xfa388b2853f6d78b558c19e029f7c26c30c54e39396c6e79ab4225a51ef1869b', '2025-03-08 14:15:30+00', 'Call 3: charge customer week transfer arrears instalment week billing period debit balance letter.', '{}', false, NULL, '01a21da9-7cb6-73c0-b7ba-e786f6e17877', 2, NULL);
INSERT INTO public.note VALUES (2517825460884380136, '\x833ad25810b70bf81064d6f8d8bd3d00e94991a1588ca7d7f014cdb5dc7e82a9', '2025-01-07 14:15:30+00', 'Call 1: date tariff week debit refund queried reminder received year reading sent year.', '{letters/374320.pdf}', false, NULL, '01a21da9-7cb9-76d0-adbf-f35827a3b76d', 0, '{letters/374320.pdf}');
INSERT INTO public.note VALUES (2517825460884380136, '\x1fea502ff823610973f5786d931e9281cb891560094e490dc0be499cc80dc6f2', '2025-02-05 14:15:30+00', 'Call 2: month due final arrears debit direct account standing tariff reminder opening instalment.', '{}', false, NULL, '01a21da9-7cb9-76d0-adbf-f35827a3b76d', 1, NULL);
INSERT INTO public.note VALUES (2517825460884380136, '\x264f28fc673a4cdbc9f1a5b10b309e2b891e5fd8e4b4cdde4c2803b0f6787649', '2025-03-12 10:15:30+00', 'Call 3: supply instalment meter card card statement direct debit email estimate card supplier.', '{}', false, NULL, '01a21da9-7cb9-76d0-adbf-f35827a3b76d', 2, NULL);


--
-- Data for Name: note_words; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: note_words_progress; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.note_words_progress VALUES (1, 0, '1970-01-01 00:00:00+00');


--
-- Data for Name: operator_action; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.operator_action VALUES ('13ef9641-f523-4da6-b7fa-2d35fa66141a', '2026-11-27 15:39:33.679866+00', 'root@vm', NULL, NULL, NULL, 'organisation create', 'Acme Energy', NULL, NULL, NULL, NULL, '{"name": "Acme Energy"}', 729);
INSERT INTO public.operator_action VALUES ('228b9991-5447-4334-aa62-dbb49301cb16', '2026-11-27 15:39:34.052486+00', 'root@vm', NULL, NULL, NULL, 'api-key issue', 'Acme Energy', NULL, NULL, NULL, NULL, '{"label": null, "prefix": "co_f4d3de5b", "expires_at": null}', 730);
INSERT INTO public.operator_action VALUES ('5227d0f6-9345-46ab-92ec-168f1e26030d', '2026-11-27 15:39:34.420214+00', 'root@vm', NULL, NULL, NULL, 'supplier create', 'Acme Energy', 'UPGRADE', NULL, NULL, NULL, '{"status": "Ongoing", "document_root": "", "unknown_fields": "refuse", "automated_emails": false, "verify_documents": false, "supply_charge_arithmetic": "report"}', 731);
INSERT INTO public.operator_action VALUES ('68f4b146-97e0-4631-adbe-d4748c2955aa', '2026-11-27 15:39:34.902675+00', 'root@vm', NULL, NULL, NULL, 'account import', 'Acme Energy', 'UPGRADE', NULL, NULL, NULL, '{"file": "/tmp/carryover-record-tjFXpy/sample/accounts.ndjson", "state": "started"}', 732);
INSERT INTO public.operator_action VALUES ('6d8e0aea-cddd-46f3-aaaa-e9272183a0a4', '2026-11-27 15:39:34.917475+00', 'root@vm', NULL, NULL, NULL, 'account import', 'Acme Energy', 'UPGRADE', NULL, NULL, NULL, '{"file": "/tmp/carryover-record-tjFXpy/sample/accounts.ndjson", "state": "finished", "sha256": "407c9fb98c86f8c8d7ba5424a6041b0783a22f4918166c93f9fe8cd43427ee35", "created": 6, "updated": 0, "accounts": 6, "rejected": 0, "unchanged": 0, "start_action": "68f4b146-97e0-4631-adbe-d4748c2955aa"}', 734);
INSERT INTO public.operator_action VALUES ('857c1584-1561-4081-818d-3891c65b53b7', '2026-11-27 15:39:37.35088+00', 'root@vm', NULL, NULL, 'Sent for the wrong account', 'imports undo', 'Acme Energy', 'UPGRADE', 'SAMPLE-1-0000006', NULL, '{"undone": false, "endpoint": "historical-statements/create", "import_id": "01a21da9-7caf-73f7-a514-ffe6e52e08a4"}', '{"undone": true, "removed": {"notes": 0, "statements": 3, "transactions": [], "billing_documents": 0, "payment_instructions": 0, "notes_added_by_service": 0}, "endpoint": "historical-statements/create", "import_id": "01a21da9-7caf-73f7-a514-ffe6e52e08a4", "later_imports": []}', 848);


--
-- Data for Name: organisation; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.organisation VALUES ('744e4710-d82b-4428-89aa-6702887a9597', 'Acme Energy', '2026-11-27 15:39:33.673736+00', NULL);


--
-- Data for Name: payload_removal; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: payment_instruction; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.payment_instruction VALUES (4385992124705444203, '01a21da9-7cbe-7186-ada4-19f4a2425bff', true, 'STRIPE', 'SANDBOX-CARD', 'CARD', 'cus_SANDBOX', 'active', 'visa', '4242', '2099-08', NULL);
INSERT INTO public.payment_instruction VALUES (8173742542261257265, '01a21da9-7cbf-70fe-8058-7d97bfef3898', true, 'STRIPE', 'SANDBOX-CARD', 'CARD', 'cus_SANDBOX', 'active', 'visa', '4242', '2099-08', NULL);
INSERT INTO public.payment_instruction VALUES (7769290739419763324, '01a21da9-7cbe-7186-ada4-1d7be0bb21d6', true, 'GOCARDLESS', 'SANDBOX-MANDATE', 'DIRECT_DEBIT', 'CU-SANDBOX', 'active', NULL, '11', NULL, 'BARCLAYS BANK PLC');
INSERT INTO public.payment_instruction VALUES (3245325335831841257, '01a21da9-7cbf-70fe-8058-86a6ad231b99', true, 'STRIPE', 'SANDBOX-CARD', 'CARD', 'cus_SANDBOX', 'active', 'visa', '4242', '2099-08', NULL);
INSERT INTO public.payment_instruction VALUES (5744194280967992869, '01a21da9-7cbf-70fe-8058-81b9cd5281e3', true, 'GOCARDLESS', 'SANDBOX-MANDATE', 'DIRECT_DEBIT', 'CU-SANDBOX', 'active', NULL, '11', NULL, 'BARCLAYS BANK PLC');
INSERT INTO public.payment_instruction VALUES (2517825460884380136, '01a21da9-7ccb-71db-89bf-fcf2b8edc43d', true, 'GOCARDLESS', 'SANDBOX-MANDATE', 'DIRECT_DEBIT', 'CU-SANDBOX', 'active', NULL, '11', NULL, 'BARCLAYS BANK PLC');


--
-- Data for Name: platform_key; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: rate_limit; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.rate_limit VALUES ('organisation:744e4710-d82b-4428-89aa-6702887a9597', 6000, 1795794036023);


--
-- Data for Name: reconciliation; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reconciliation VALUES ('4769414b-9785-4dbe-b9a5-2b4ed60a0557', '01a21da9-83d4-7495-9ac6-a7c611719b52', '2026-11-27 15:39:38.266+00', 896, 'agree', '{"set": null, "file": "totals.csv", "sha256": "a43a139b30834438de4c1700506a88aa2140595da5add648ad39c30828653b87", "source": "operator", "key_prefix": null, "registered_at": null}', '{"kinds": {"notes": "compared", "statements": "compared", "transactions": "compared", "billing_documents": "compared", "payment_instructions": "compared"}, "accounts_stored": 6, "accounts_compared": 6}', true, 0, 'root@vm', '2026-11-27 15:39:38.326838+00', 896);


--
-- Data for Name: refused_import; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.refused_import VALUES ('01a21da9-7c65-70c3-ab64-8851ed7d22a7', '2026-11-27 15:39:36.421+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 'UPGRADE', 'SAMPLE-1-0000001', 12, 400, 'required', 'A required field is missing.', 'transactions.5.transaction_id', NULL, '\x1b3c9d40ba5cb684793a565d36b8431caebfa86a8dbaf7302f1f3c666d114151', '[{}, {"date": "2026-04-07", "type": "PAYMENT", "sound": true, "amount": "133.20", "transaction": "T-1"}, {"date": "2026-04-28", "type": "CHARGE", "sound": true, "amount": "390.08", "transaction": "T-2"}, {"date": "2026-04-07", "type": "SUPPLY_CHARGE", "sound": true, "amount": "105.00", "transaction": "T-3"}, {"date": "2026-04-07", "type": "PAYMENT", "sound": true, "amount": "87.55", "transaction": "T-4"}, {"date": "2026-04-07", "type": "CHARGE", "sound": true, "amount": "332.60", "transaction": "T-5"}, {"date": "2026-04-15", "type": "CREDIT", "sound": true, "amount": "93.95", "transaction": "T-7"}, {"date": "2026-04-01", "type": "SUPPLY_CHARGE", "sound": true, "amount": "189.00", "transaction": "T-8"}, {"date": "2026-04-13", "type": "CHARGE", "sound": true, "amount": "-56.54", "transaction": "T-9"}, {"date": "2026-04-08", "type": "PAYMENT", "sound": true, "amount": "185.11", "transaction": "T-10"}, {"date": "2026-04-22", "type": "PAYMENT", "sound": true, "amount": "174.30", "transaction": "T-11"}, {"date": "2026-04-19", "type": "CHARGE", "sound": true, "amount": "224.56", "transaction": "T-12"}]', 0, '0d900187-44a9-4bc4-be83-67f391ce417d', 808, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.refused_import VALUES ('01a21da9-7c6a-7292-a256-1173f7ba4c4c', '2026-11-27 15:39:36.426+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 'UPGRADE', 'SAMPLE-1-0000003', 12, 400, 'invalid', 'Must be a calendar day YYYY-MM-DD from 1900-01-01 to 2199-12-31.', 'transactions.1.transaction_date', '"2026-02-30"', '\xbe9f702ed702f52fbecbd300b92cb0fcb51e35d833f08af5776bc3598e222f3b', '[{"type": "CHARGE", "amount": "89.28", "transaction": "T-2"}, {"date": "2026-03-15", "type": "PAYMENT", "sound": true, "amount": "346.97", "transaction": "T-1"}, {"date": "2026-03-26", "type": "SUPPLY_CHARGE", "sound": true, "amount": "147.00", "transaction": "T-3"}, {"date": "2026-03-02", "type": "PAYMENT", "sound": true, "amount": "58.24", "transaction": "T-4"}, {"date": "2026-03-12", "type": "CHARGE", "sound": true, "amount": "63.36", "transaction": "T-5"}, {"date": "2026-03-09", "type": "REPAYMENT", "sound": true, "amount": "269.20", "transaction": "T-6"}, {"date": "2026-03-06", "type": "CREDIT", "sound": true, "amount": "15.26", "transaction": "T-7"}, {"date": "2026-03-08", "type": "SUPPLY_CHARGE", "sound": true, "amount": "231.00", "transaction": "T-8"}, {"date": "2026-03-11", "type": "CHARGE", "sound": true, "amount": "-198.28", "transaction": "T-9"}, {"date": "2026-03-15", "type": "PAYMENT", "sound": true, "amount": "229.88", "transaction": "T-10"}, {"date": "2026-03-21", "type": "PAYMENT", "sound": true, "amount": "152.92", "transaction": "T-11"}, {"date": "2026-03-17", "type": "CHARGE", "sound": true, "amount": "87.33", "transaction": "T-12"}]', 0, '0d900187-44a9-4bc4-be83-67f391ce417d', 810, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.refused_import VALUES ('01a21da9-7c7a-7445-bff7-299968dcd6c2', '2026-11-27 15:39:36.442+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 'UPGRADE', 'SAMPLE-1-0000005', 12, 400, 'max_decimal_places', 'Must have at most 2 decimal places.', 'transactions.6.amount', '12.005', '\xa66fee1b4c0bc643a64c1fa82393b14f429544b6f074d37d9d9068fe1a7c113c', '[{"date": "2026-01-10", "type": "CREDIT", "transaction": "T-7"}, {"date": "2026-01-11", "type": "PAYMENT", "sound": true, "amount": "277.89", "transaction": "T-1"}, {"date": "2026-01-21", "type": "CHARGE", "sound": true, "amount": "128.57", "transaction": "T-2"}, {"date": "2026-01-13", "type": "SUPPLY_CHARGE", "sound": true, "amount": "189.00", "transaction": "T-3"}, {"date": "2026-01-12", "type": "PAYMENT", "sound": true, "amount": "6.27", "transaction": "T-4"}, {"date": "2026-01-03", "type": "CHARGE", "sound": true, "amount": "12.40", "transaction": "T-5"}, {"date": "2026-01-21", "type": "REPAYMENT", "sound": true, "amount": "119.96", "transaction": "T-6"}, {"date": "2026-01-05", "type": "SUPPLY_CHARGE", "sound": true, "amount": "126.00", "transaction": "T-8"}, {"date": "2026-01-27", "type": "CHARGE", "sound": true, "amount": "-110.07", "transaction": "T-9"}, {"date": "2026-01-20", "type": "PAYMENT", "sound": true, "amount": "42.37", "transaction": "T-10"}, {"date": "2026-01-07", "type": "PAYMENT", "sound": true, "amount": "122.07", "transaction": "T-11"}, {"date": "2026-01-10", "type": "CHARGE", "sound": true, "amount": "178.60", "transaction": "T-12"}]', 0, '0d900187-44a9-4bc4-be83-67f391ce417d', 816, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.refused_import VALUES ('01a21da9-80db-7450-a98b-a3449b5a3c0f', '2026-11-27 15:39:37.564+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 'UPGRADE', 'SAMPLE-1-0000001', 12, 400, 'required', 'A required field is missing.', 'transactions.5.transaction_id', NULL, '\x1b3c9d40ba5cb684793a565d36b8431caebfa86a8dbaf7302f1f3c666d114151', '[{}, {"date": "2026-04-07", "type": "PAYMENT", "sound": true, "amount": "133.20", "transaction": "T-1"}, {"date": "2026-04-28", "type": "CHARGE", "sound": true, "amount": "390.08", "transaction": "T-2"}, {"date": "2026-04-07", "type": "SUPPLY_CHARGE", "sound": true, "amount": "105.00", "transaction": "T-3"}, {"date": "2026-04-07", "type": "PAYMENT", "sound": true, "amount": "87.55", "transaction": "T-4"}, {"date": "2026-04-07", "type": "CHARGE", "sound": true, "amount": "332.60", "transaction": "T-5"}, {"date": "2026-04-15", "type": "CREDIT", "sound": true, "amount": "93.95", "transaction": "T-7"}, {"date": "2026-04-01", "type": "SUPPLY_CHARGE", "sound": true, "amount": "189.00", "transaction": "T-8"}, {"date": "2026-04-13", "type": "CHARGE", "sound": true, "amount": "-56.54", "transaction": "T-9"}, {"date": "2026-04-08", "type": "PAYMENT", "sound": true, "amount": "185.11", "transaction": "T-10"}, {"date": "2026-04-22", "type": "PAYMENT", "sound": true, "amount": "174.30", "transaction": "T-11"}, {"date": "2026-04-19", "type": "CHARGE", "sound": true, "amount": "224.56", "transaction": "T-12"}]', 0, 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 850, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.refused_import VALUES ('01a21da9-80dd-733e-97ad-4df173814a21', '2026-11-27 15:39:37.565+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 'UPGRADE', 'SAMPLE-1-0000003', 12, 400, 'invalid', 'Must be a calendar day YYYY-MM-DD from 1900-01-01 to 2199-12-31.', 'transactions.1.transaction_date', '"2026-02-30"', '\xbe9f702ed702f52fbecbd300b92cb0fcb51e35d833f08af5776bc3598e222f3b', '[{"type": "CHARGE", "amount": "89.28", "transaction": "T-2"}, {"date": "2026-03-15", "type": "PAYMENT", "sound": true, "amount": "346.97", "transaction": "T-1"}, {"date": "2026-03-26", "type": "SUPPLY_CHARGE", "sound": true, "amount": "147.00", "transaction": "T-3"}, {"date": "2026-03-02", "type": "PAYMENT", "sound": true, "amount": "58.24", "transaction": "T-4"}, {"date": "2026-03-12", "type": "CHARGE", "sound": true, "amount": "63.36", "transaction": "T-5"}, {"date": "2026-03-09", "type": "REPAYMENT", "sound": true, "amount": "269.20", "transaction": "T-6"}, {"date": "2026-03-06", "type": "CREDIT", "sound": true, "amount": "15.26", "transaction": "T-7"}, {"date": "2026-03-08", "type": "SUPPLY_CHARGE", "sound": true, "amount": "231.00", "transaction": "T-8"}, {"date": "2026-03-11", "type": "CHARGE", "sound": true, "amount": "-198.28", "transaction": "T-9"}, {"date": "2026-03-15", "type": "PAYMENT", "sound": true, "amount": "229.88", "transaction": "T-10"}, {"date": "2026-03-21", "type": "PAYMENT", "sound": true, "amount": "152.92", "transaction": "T-11"}, {"date": "2026-03-17", "type": "CHARGE", "sound": true, "amount": "87.33", "transaction": "T-12"}]', 0, 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 852, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.refused_import VALUES ('01a21da9-80ef-77a7-9690-09d3244ede1c', '2026-11-27 15:39:37.583+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'transactions/create', 'UPGRADE', 'SAMPLE-1-0000005', 12, 400, 'max_decimal_places', 'Must have at most 2 decimal places.', 'transactions.6.amount', '12.005', '\xa66fee1b4c0bc643a64c1fa82393b14f429544b6f074d37d9d9068fe1a7c113c', '[{"date": "2026-01-10", "type": "CREDIT", "transaction": "T-7"}, {"date": "2026-01-11", "type": "PAYMENT", "sound": true, "amount": "277.89", "transaction": "T-1"}, {"date": "2026-01-21", "type": "CHARGE", "sound": true, "amount": "128.57", "transaction": "T-2"}, {"date": "2026-01-13", "type": "SUPPLY_CHARGE", "sound": true, "amount": "189.00", "transaction": "T-3"}, {"date": "2026-01-12", "type": "PAYMENT", "sound": true, "amount": "6.27", "transaction": "T-4"}, {"date": "2026-01-03", "type": "CHARGE", "sound": true, "amount": "12.40", "transaction": "T-5"}, {"date": "2026-01-21", "type": "REPAYMENT", "sound": true, "amount": "119.96", "transaction": "T-6"}, {"date": "2026-01-05", "type": "SUPPLY_CHARGE", "sound": true, "amount": "126.00", "transaction": "T-8"}, {"date": "2026-01-27", "type": "CHARGE", "sound": true, "amount": "-110.07", "transaction": "T-9"}, {"date": "2026-01-20", "type": "PAYMENT", "sound": true, "amount": "42.37", "transaction": "T-10"}, {"date": "2026-01-07", "type": "PAYMENT", "sound": true, "amount": "122.07", "transaction": "T-11"}, {"date": "2026-01-10", "type": "CHARGE", "sound": true, "amount": "178.60", "transaction": "T-12"}]', 0, 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 857, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.refused_import VALUES ('01a21da9-8101-71c6-880e-df174e451013', '2026-11-27 15:39:37.601+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 'UPGRADE', 'SAMPLE-1-0000003', 9, 400, 'historical_billing_documents_already_imported', 'This ledger''s history has already been imported. It can be imported only once.', 'ledger_number', '"L-3-E"', '\x814e4b1e058ccc7f6e0edc939f7732d283ae22003d0adcfadb81d20ba709e310', '[{"path": "historical_billing_documents.0", "value": null, "document": "B-2025-11"}, {"date": "2025-11-27", "path": "historical_billing_documents.0.transactions.0", "type": "PAYMENT", "value": null, "amount": "50.93", "transaction": "H-2025-11-1"}, {"date": "2025-11-11", "path": "historical_billing_documents.0.transactions.1", "type": "CHARGE", "value": null, "amount": "271.47", "transaction": "H-2025-11-2"}, {"date": "2025-11-07", "path": "historical_billing_documents.0.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "147.00", "transaction": "H-2025-11-3"}, {"path": "historical_billing_documents.1", "value": null, "document": "B-2025-12"}, {"date": "2025-12-18", "path": "historical_billing_documents.1.transactions.0", "type": "PAYMENT", "value": null, "amount": "366.04", "transaction": "H-2025-12-1"}, {"date": "2025-12-12", "path": "historical_billing_documents.1.transactions.1", "type": "CHARGE", "value": null, "amount": "201.28", "transaction": "H-2025-12-2"}, {"date": "2025-12-16", "path": "historical_billing_documents.1.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "126.00", "transaction": "H-2025-12-3"}, {"date": "2025-10-13", "path": "additional_historical_transactions.0", "type": "PAYMENT", "value": null, "amount": "177.25", "transaction": "H-2025-10-1"}]', 0, 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 868, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.refused_import VALUES ('01a21da9-8100-74ac-853f-bfb1d8cb6877', '2026-11-27 15:39:37.6+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 'UPGRADE', 'SAMPLE-1-0000002', 9, 400, 'historical_billing_documents_already_imported', 'This ledger''s history has already been imported. It can be imported only once.', 'ledger_number', '"L-2-E"', '\x614fdf7f12d7120b762cded30162b6dc181dffcd9e108a81c4f551d0a909ff1e', '[{"path": "historical_billing_documents.0", "value": null, "document": "B-2025-11"}, {"date": "2025-11-12", "path": "historical_billing_documents.0.transactions.0", "type": "PAYMENT", "value": null, "amount": "44.16", "transaction": "H-2025-11-1"}, {"date": "2025-11-28", "path": "historical_billing_documents.0.transactions.1", "type": "CHARGE", "value": null, "amount": "361.07", "transaction": "H-2025-11-2"}, {"date": "2025-11-15", "path": "historical_billing_documents.0.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "168.00", "transaction": "H-2025-11-3"}, {"path": "historical_billing_documents.1", "value": null, "document": "B-2025-12"}, {"date": "2025-12-13", "path": "historical_billing_documents.1.transactions.0", "type": "PAYMENT", "value": null, "amount": "227.99", "transaction": "H-2025-12-1"}, {"date": "2025-12-13", "path": "historical_billing_documents.1.transactions.1", "type": "CHARGE", "value": null, "amount": "147.07", "transaction": "H-2025-12-2"}, {"date": "2025-12-15", "path": "historical_billing_documents.1.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "63.00", "transaction": "H-2025-12-3"}, {"date": "2025-10-17", "path": "additional_historical_transactions.0", "type": "PAYMENT", "value": null, "amount": "241.51", "transaction": "H-2025-10-1"}]', 0, 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 867, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.refused_import VALUES ('01a21da9-8123-7512-9887-2df560d1a1e5', '2026-11-27 15:39:37.635+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 'UPGRADE', 'SAMPLE-1-0000005', 9, 400, 'historical_billing_documents_already_imported', 'This ledger''s history has already been imported. It can be imported only once.', 'ledger_number', '"L-5-G"', '\xc0ac9016dd7b35bdd420d3862adb6aa7bacec088f8838ee45fabad87a7812a92', '[{"path": "historical_billing_documents.0", "value": null, "document": "B-2025-11"}, {"date": "2025-11-05", "path": "historical_billing_documents.0.transactions.0", "type": "PAYMENT", "value": null, "amount": "338.39", "transaction": "H-2025-11-1"}, {"date": "2025-11-27", "path": "historical_billing_documents.0.transactions.1", "type": "CHARGE", "value": null, "amount": "230.47", "transaction": "H-2025-11-2"}, {"date": "2025-11-17", "path": "historical_billing_documents.0.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "189.00", "transaction": "H-2025-11-3"}, {"path": "historical_billing_documents.1", "value": null, "document": "B-2025-12"}, {"date": "2025-12-11", "path": "historical_billing_documents.1.transactions.0", "type": "PAYMENT", "value": null, "amount": "318.55", "transaction": "H-2025-12-1"}, {"date": "2025-12-24", "path": "historical_billing_documents.1.transactions.1", "type": "CHARGE", "value": null, "amount": "276.52", "transaction": "H-2025-12-2"}, {"date": "2025-12-03", "path": "historical_billing_documents.1.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "168.00", "transaction": "H-2025-12-3"}, {"date": "2025-10-03", "path": "additional_historical_transactions.0", "type": "PAYMENT", "value": null, "amount": "36.62", "transaction": "H-2025-10-1"}]', 0, 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 872, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.refused_import VALUES ('01a21da9-80ff-747e-be9b-2c5efed468de', '2026-11-27 15:39:37.599+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 'UPGRADE', 'SAMPLE-1-0000001', 9, 400, 'historical_billing_documents_already_imported', 'This ledger''s history has already been imported. It can be imported only once.', 'ledger_number', '"L-1-G"', '\xfa02f3593768056532a7ccb8c992680fc07ee3c77508c079dca3d2e164ba4f8f', '[{"path": "historical_billing_documents.0", "value": null, "document": "B-2025-11"}, {"date": "2025-11-05", "path": "historical_billing_documents.0.transactions.0", "type": "PAYMENT", "value": null, "amount": "298.59", "transaction": "H-2025-11-1"}, {"date": "2025-11-26", "path": "historical_billing_documents.0.transactions.1", "type": "CHARGE", "value": null, "amount": "52.29", "transaction": "H-2025-11-2"}, {"date": "2025-11-04", "path": "historical_billing_documents.0.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "168.00", "transaction": "H-2025-11-3"}, {"path": "historical_billing_documents.1", "value": null, "document": "B-2025-12"}, {"date": "2025-12-18", "path": "historical_billing_documents.1.transactions.0", "type": "PAYMENT", "value": null, "amount": "144.36", "transaction": "H-2025-12-1"}, {"date": "2025-12-27", "path": "historical_billing_documents.1.transactions.1", "type": "CHARGE", "value": null, "amount": "9.99", "transaction": "H-2025-12-2"}, {"date": "2025-12-28", "path": "historical_billing_documents.1.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "42.00", "transaction": "H-2025-12-3"}, {"date": "2025-10-10", "path": "additional_historical_transactions.0", "type": "PAYMENT", "value": null, "amount": "229.13", "transaction": "H-2025-10-1"}]', 0, 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 866, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.refused_import VALUES ('01a21da9-8126-75f5-b532-5e7c2754e19e', '2026-11-27 15:39:37.638+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 'UPGRADE', 'SAMPLE-1-0000006', 9, 400, 'historical_billing_documents_already_imported', 'This ledger''s history has already been imported. It can be imported only once.', 'ledger_number', '"L-6-E"', '\x4134da6433f6bfbd98484ea9d311d048d9c39285a548efc115747a3382aee021', '[{"path": "historical_billing_documents.0", "value": null, "document": "B-2025-11"}, {"date": "2025-11-18", "path": "historical_billing_documents.0.transactions.0", "type": "PAYMENT", "value": null, "amount": "172.36", "transaction": "H-2025-11-1"}, {"date": "2025-11-17", "path": "historical_billing_documents.0.transactions.1", "type": "CHARGE", "value": null, "amount": "137.60", "transaction": "H-2025-11-2"}, {"date": "2025-11-18", "path": "historical_billing_documents.0.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "105.00", "transaction": "H-2025-11-3"}, {"path": "historical_billing_documents.1", "value": null, "document": "B-2025-12"}, {"date": "2025-12-19", "path": "historical_billing_documents.1.transactions.0", "type": "PAYMENT", "value": null, "amount": "161.30", "transaction": "H-2025-12-1"}, {"date": "2025-12-03", "path": "historical_billing_documents.1.transactions.1", "type": "CHARGE", "value": null, "amount": "213.26", "transaction": "H-2025-12-2"}, {"date": "2025-12-02", "path": "historical_billing_documents.1.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "84.00", "transaction": "H-2025-12-3"}, {"date": "2025-10-23", "path": "additional_historical_transactions.0", "type": "PAYMENT", "value": null, "amount": "12.55", "transaction": "H-2025-10-1"}]', 0, 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 873, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO public.refused_import VALUES ('01a21da9-8102-7088-beb6-37fa885cace4', '2026-11-27 15:39:37.602+00', '744e4710-d82b-4428-89aa-6702887a9597', '5936b0fc-33ca-4361-8873-4f4d5afdb795', 'historical-billing-documents/create', 'UPGRADE', 'SAMPLE-1-0000004', 9, 400, 'historical_billing_documents_already_imported', 'This ledger''s history has already been imported. It can be imported only once.', 'ledger_number', '"L-4-E"', '\x73872a953f7a79eb8d6d47a98fe56abce8bc94bbfc4b755df62dfe65fa301af0', '[{"path": "historical_billing_documents.0", "value": null, "document": "B-2025-11"}, {"date": "2025-11-09", "path": "historical_billing_documents.0.transactions.0", "type": "PAYMENT", "value": null, "amount": "152.54", "transaction": "H-2025-11-1"}, {"date": "2025-11-10", "path": "historical_billing_documents.0.transactions.1", "type": "CHARGE", "value": null, "amount": "223.68", "transaction": "H-2025-11-2"}, {"date": "2025-11-16", "path": "historical_billing_documents.0.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "252.00", "transaction": "H-2025-11-3"}, {"path": "historical_billing_documents.1", "value": null, "document": "B-2025-12"}, {"date": "2025-12-27", "path": "historical_billing_documents.1.transactions.0", "type": "PAYMENT", "value": null, "amount": "117.21", "transaction": "H-2025-12-1"}, {"date": "2025-12-04", "path": "historical_billing_documents.1.transactions.1", "type": "CHARGE", "value": null, "amount": "101.47", "transaction": "H-2025-12-2"}, {"date": "2025-12-05", "path": "historical_billing_documents.1.transactions.2", "type": "SUPPLY_CHARGE", "value": null, "amount": "21.00", "transaction": "H-2025-12-3"}, {"date": "2025-10-13", "path": "additional_historical_transactions.0", "type": "PAYMENT", "value": null, "amount": "360.03", "transaction": "H-2025-10-1"}]', 0, 'ca9d6cb0-523f-4cc8-8517-fe394a264408', 869, DEFAULT, DEFAULT, DEFAULT);


--
-- Data for Name: removed_rollup; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: rollup_progress; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.rollup_progress VALUES (1, '1970-01-01 00:00:00+00', NULL, NULL, NULL);


--
-- Data for Name: schema_migration; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_migration VALUES (1, '0001-baseline', '2026-11-27 15:39:33.137454+00');


--
-- Data for Name: seal; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.seal VALUES (1, NULL, '8c35cb88bafb938e1233f3bbd71bdb6bc361acf92597c70d8c6cc4c08c3dd35e', 5, 0, 735, NULL, '2026-11-27 15:39:35.750398+00', '\xb8d9c24ee6438b65505d4efa61f473efadb21378a5e017dded1fdb03ba480baea5e264a2561944465552957d55b65a2ba2be64a9b6f9d683e475df88ebb72c02', '\x0313ef9641f5234da6b7fa2d35fa66141a0000000000000000b3c5b1abf33f7b0e88c1d16659d486b17913cb93c09dc7e0571feb0147c02ed71c5d0b43f53cd324775ebce294cc8e7803228b999154474334aa62dbb49301cb160000000000000000c950344f27c6fbe5335fc0ab97c0a8a7997935758aba932ade3f820a9924c861681d357d7f5b968f9b948b20eb5a8a6f035227d0f6934546ab92ec168f1e26030d00000000000000008293060296b4e7b95b71211fac064d060b6d5b306955f74b7e14847da943063507c4943e41bfd5b320515caac8830e8c0368f4b14697e04631adbed4748c2955aa000000000000000017d091285f6b0480ee63a1f65a1959b6b0b674b4a77f4de182285fc6b5c6494a1d883350936a531262acdbe2b9304597036d8e0aeacddd46f3aaaae9272183a0a40000000000000000c414a48b9c4d95737be38c6c931b6080709c4a0d60d3764c08c10fd515829b3dc475cd463f4308bc775d69c6fdabde35');


--
-- Data for Name: seal_head; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.seal_head VALUES (true, 1);


--
-- Data for Name: secret_fingerprint; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.secret_fingerprint VALUES (1, '70b4966365ccd61ccdcf3cbbd39ac10e', '2026-11-27 15:39:34.036354+00');


--
-- Data for Name: statement_period; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.statement_period VALUES (4385992124705444203, 'L-1-E', '2026-01-01', NULL, true);
INSERT INTO public.statement_period VALUES (4385992124705444203, 'L-1-G', '2026-01-01', NULL, true);
INSERT INTO public.statement_period VALUES (7769290739419763324, 'L-2-E', '2026-01-01', NULL, true);
INSERT INTO public.statement_period VALUES (8173742542261257265, 'L-3-E', '2026-01-01', NULL, true);
INSERT INTO public.statement_period VALUES (5744194280967992869, 'L-4-E', '2026-01-01', NULL, true);
INSERT INTO public.statement_period VALUES (3245325335831841257, 'L-5-E', '2026-01-01', NULL, true);
INSERT INTO public.statement_period VALUES (3245325335831841257, 'L-5-G', '2026-01-01', NULL, true);
INSERT INTO public.statement_period VALUES (2517825460884380136, 'L-6-E', '2026-01-01', NULL, true);


--
-- Data for Name: storage_verification; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: webhook; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: webhook_delivery; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Name: schema_migration_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.schema_migration_id_seq', 1, true);


--
-- Name: service_account_number_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.service_account_number_seq', 6, true);


--
-- Name: accepted_import accepted_import_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accepted_import
    ADD CONSTRAINT accepted_import_pkey PRIMARY KEY (account_id, id);


--
-- Name: account_change account_change_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_change
    ADD CONSTRAINT account_change_pkey PRIMARY KEY (account_id, id);


--
-- Name: account account_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);


--
-- Name: account_rollup account_rollup_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account_rollup
    ADD CONSTRAINT account_rollup_pkey PRIMARY KEY (organisation_id, supplier_code, status);


--
-- Name: account account_service_account_number_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_service_account_number_unique UNIQUE (service_account_number);


--
-- Name: account account_supplier_id_external_account_number_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_supplier_id_external_account_number_unique UNIQUE (supplier_id, external_account_number);


--
-- Name: alarm alarm_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alarm
    ADD CONSTRAINT alarm_pkey PRIMARY KEY (id);


--
-- Name: api_key api_key_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);


--
-- Name: api_key api_key_prefix_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_prefix_unique UNIQUE (prefix);


--
-- Name: api_key_use api_key_use_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_key_use
    ADD CONSTRAINT api_key_use_pkey PRIMARY KEY (api_key_id);


--
-- Name: billing_document billing_document_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.billing_document
    ADD CONSTRAINT billing_document_pkey PRIMARY KEY (account_id, ledger_number, identifier);


--
-- Name: console_approval console_approval_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.console_approval
    ADD CONSTRAINT console_approval_pkey PRIMARY KEY (id);


--
-- Name: console_form console_form_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.console_form
    ADD CONSTRAINT console_form_pkey PRIMARY KEY (key_sha256);


--
-- Name: console_job console_job_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.console_job
    ADD CONSTRAINT console_job_pkey PRIMARY KEY (id);


--
-- Name: console_list console_list_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.console_list
    ADD CONSTRAINT console_list_pkey PRIMARY KEY (subject, issuer, list, name);


--
-- Name: console_session console_session_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.console_session
    ADD CONSTRAINT console_session_pkey PRIMARY KEY (id_sha256);


--
-- Name: console_sign_in_link console_sign_in_link_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.console_sign_in_link
    ADD CONSTRAINT console_sign_in_link_pkey PRIMARY KEY (token_sha256);


--
-- Name: control_total control_total_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.control_total
    ADD CONSTRAINT control_total_pkey PRIMARY KEY (set_id, external_account_number, ledger_number, type);


--
-- Name: control_total_registration control_total_registration_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.control_total_registration
    ADD CONSTRAINT control_total_registration_pkey PRIMARY KEY (set_id);


--
-- Name: control_total_set control_total_set_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.control_total_set
    ADD CONSTRAINT control_total_set_pkey PRIMARY KEY (id);


--
-- Name: control_total_set control_total_set_supplier_id_name_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.control_total_set
    ADD CONSTRAINT control_total_set_supplier_id_name_unique UNIQUE (supplier_id, name);


--
-- Name: dry_run dry_run_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dry_run
    ADD CONSTRAINT dry_run_pkey PRIMARY KEY (id);


--
-- Name: erased_total erased_total_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.erased_total
    ADD CONSTRAINT erased_total_pkey PRIMARY KEY (account_id, ledger_number, type);


--
-- Name: historical_statement historical_statement_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.historical_statement
    ADD CONSTRAINT historical_statement_pkey PRIMARY KEY (account_id, statement_id);


--
-- Name: import_rollup import_rollup_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.import_rollup
    ADD CONSTRAINT import_rollup_pkey PRIMARY KEY (organisation_id, supplier_code, slot, endpoint, outcome, code, load_id);


--
-- Name: import_supplier import_supplier_organisation_id_code_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.import_supplier
    ADD CONSTRAINT import_supplier_organisation_id_code_unique UNIQUE (organisation_id, code);


--
-- Name: import_supplier import_supplier_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.import_supplier
    ADD CONSTRAINT import_supplier_pkey PRIMARY KEY (id);


--
-- Name: import_total import_total_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.import_total
    ADD CONSTRAINT import_total_pkey PRIMARY KEY (organisation_id, supplier_code, endpoint, outcome, code);


--
-- Name: import_undo import_undo_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.import_undo
    ADD CONSTRAINT import_undo_pkey PRIMARY KEY (account_id, import_id);


--
-- Name: ledger_history ledger_history_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_history
    ADD CONSTRAINT ledger_history_pkey PRIMARY KEY (account_id, ledger_number);


--
-- Name: ledger ledger_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (account_id, ledger_number);


--
-- Name: ledger_transaction ledger_transaction_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ledger_transaction
    ADD CONSTRAINT ledger_transaction_pkey PRIMARY KEY (account_id, transaction_id, occurrence);


--
-- Name: load_total load_total_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.load_total
    ADD CONSTRAINT load_total_pkey PRIMARY KEY (organisation_id, supplier_code, load_id);


--
-- Name: note note_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.note
    ADD CONSTRAINT note_pkey PRIMARY KEY (account_id, identity, created_at);


--
-- Name: note_words note_words_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.note_words
    ADD CONSTRAINT note_words_pkey PRIMARY KEY (account_id, import_id, part);


--
-- Name: note_words_progress note_words_progress_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.note_words_progress
    ADD CONSTRAINT note_words_progress_pkey PRIMARY KEY (id);


--
-- Name: operator_action operator_action_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.operator_action
    ADD CONSTRAINT operator_action_pkey PRIMARY KEY (id);


--
-- Name: organisation organisation_name_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.organisation
    ADD CONSTRAINT organisation_name_unique UNIQUE (name);


--
-- Name: organisation organisation_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.organisation
    ADD CONSTRAINT organisation_pkey PRIMARY KEY (id);


--
-- Name: payload_removal payload_removal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payload_removal
    ADD CONSTRAINT payload_removal_pkey PRIMARY KEY (supplier_id);


--
-- Name: payment_instruction payment_instruction_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.payment_instruction
    ADD CONSTRAINT payment_instruction_pkey PRIMARY KEY (account_id, import_id);


--
-- Name: platform_key platform_key_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.platform_key
    ADD CONSTRAINT platform_key_pkey PRIMARY KEY (id);


--
-- Name: platform_key platform_key_prefix_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.platform_key
    ADD CONSTRAINT platform_key_prefix_unique UNIQUE (prefix);


--
-- Name: rate_limit rate_limit_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rate_limit
    ADD CONSTRAINT rate_limit_pkey PRIMARY KEY (key);


--
-- Name: reconciliation reconciliation_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reconciliation
    ADD CONSTRAINT reconciliation_pkey PRIMARY KEY (supplier_id, id);


--
-- Name: refused_import refused_import_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.refused_import
    ADD CONSTRAINT refused_import_pkey PRIMARY KEY (id);


--
-- Name: removed_rollup removed_rollup_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.removed_rollup
    ADD CONSTRAINT removed_rollup_pkey PRIMARY KEY (organisation_id, supplier_code, slot, endpoint, outcome, code, load_id);


--
-- Name: rollup_progress rollup_progress_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rollup_progress
    ADD CONSTRAINT rollup_progress_pkey PRIMARY KEY (id);


--
-- Name: schema_migration schema_migration_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (id);


--
-- Name: seal_head seal_head_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seal_head
    ADD CONSTRAINT seal_head_pkey PRIMARY KEY (is_only);


--
-- Name: seal seal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seal
    ADD CONSTRAINT seal_pkey PRIMARY KEY (number);


--
-- Name: secret_fingerprint secret_fingerprint_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.secret_fingerprint
    ADD CONSTRAINT secret_fingerprint_pkey PRIMARY KEY (generation);


--
-- Name: statement_period statement_period_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.statement_period
    ADD CONSTRAINT statement_period_pkey PRIMARY KEY (account_id, ledger_number, from_date);


--
-- Name: storage_verification storage_verification_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.storage_verification
    ADD CONSTRAINT storage_verification_pkey PRIMARY KEY (supplier_id, id);


--
-- Name: webhook_delivery webhook_delivery_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (webhook_id, number);


--
-- Name: webhook webhook_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);


--
-- Name: accepted_import_commit_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accepted_import_commit_position_index ON public.accepted_import USING btree (commit_position);


--
-- Name: accepted_import_findings; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accepted_import_findings ON public.accepted_import USING btree (id) WHERE (findings IS NOT NULL);


--
-- Name: accepted_import_id_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accepted_import_id_index ON public.accepted_import USING btree (id);


--
-- Name: accepted_import_listing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accepted_import_listing ON public.accepted_import USING btree (supplier_id, api_key_id, endpoint, id);


--
-- Name: accepted_import_load_listing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accepted_import_load_listing ON public.accepted_import USING btree (load_id, id) WHERE (load_id IS NOT NULL);


--
-- Name: accepted_import_removed_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accepted_import_removed_position_index ON public.accepted_import USING btree (removed_position) WHERE (removed_position IS NOT NULL);


--
-- Name: accepted_import_supplier_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accepted_import_supplier_position_index ON public.accepted_import USING btree (supplier_id, commit_position);


--
-- Name: account_change_commit_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_change_commit_position_index ON public.account_change USING btree (commit_position);


--
-- Name: account_commit_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_commit_position_index ON public.account USING btree (commit_position);


--
-- Name: account_erased_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_erased_index ON public.account USING btree (supplier_id, erased_at) WHERE (erased_at IS NOT NULL);


--
-- Name: account_erased_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_erased_position_index ON public.account USING btree (erased_position) WHERE (erased_position IS NOT NULL);


--
-- Name: account_external_account_number_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_external_account_number_index ON public.account USING btree (external_account_number);


--
-- Name: account_promoted_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX account_promoted_position_index ON public.account USING btree (promoted_position) WHERE (promoted_position IS NOT NULL);


--
-- Name: alarm_commit_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX alarm_commit_position_index ON public.alarm USING btree (commit_position);


--
-- Name: alarm_ended_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX alarm_ended_position_index ON public.alarm USING btree (ended_position) WHERE (ended_position IS NOT NULL);


--
-- Name: alarm_open_of_database_unique; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX alarm_open_of_database_unique ON public.alarm USING btree (kind) WHERE ((ended_at IS NULL) AND (supplier_id IS NULL));


--
-- Name: alarm_open_unique; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX alarm_open_unique ON public.alarm USING btree (supplier_id, kind) WHERE ((ended_at IS NULL) AND (supplier_id IS NOT NULL));


--
-- Name: amount_and_date_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX amount_and_date_search ON public.ledger_transaction USING brin (hash_numeric_extended(amount, ((COALESCE(submitted_date, transaction_date) - '2000-01-01'::date))::bigint) int8_bloom_ops (n_distinct_per_range='1300', false_positive_rate='0.001')) WITH (pages_per_range='16');


--
-- Name: billing_document_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX billing_document_search ON public.billing_document USING brin (((identifier || ''::text)) text_bloom_ops (n_distinct_per_range='2200', false_positive_rate='0.001')) WITH (pages_per_range='32');


--
-- Name: console_job_running_unique; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX console_job_running_unique ON public.console_job USING btree (supplier_id, kind) WHERE (outcome IS NULL);


--
-- Name: console_job_supplier_id_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX console_job_supplier_id_index ON public.console_job USING btree (supplier_id, id);


--
-- Name: control_total_registration_commit_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_total_registration_commit_position_index ON public.control_total_registration USING btree (commit_position);


--
-- Name: control_total_registration_listing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX control_total_registration_listing ON public.control_total_registration USING btree (supplier_id, registered_at);


--
-- Name: dry_run_account_listing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dry_run_account_listing ON public.dry_run USING btree (account_prefix, id);


--
-- Name: dry_run_listing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dry_run_listing ON public.dry_run USING btree (api_key_id, endpoint, COALESCE(code, ''::text), id);


--
-- Name: dry_run_load_listing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dry_run_load_listing ON public.dry_run USING btree (load_id, id) WHERE (load_id IS NOT NULL);


--
-- Name: dry_run_organisation_id_id_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dry_run_organisation_id_id_index ON public.dry_run USING btree (organisation_id, id);


--
-- Name: dry_run_supplier_listing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dry_run_supplier_listing ON public.dry_run USING btree (supplier_prefix, api_key_id, endpoint, COALESCE(code, ''::text), id);


--
-- Name: historical_statement_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX historical_statement_search ON public.historical_statement USING brin (((statement_id || ''::text)) text_bloom_ops (n_distinct_per_range='2200', false_positive_rate='0.001')) WITH (pages_per_range='32');


--
-- Name: import_rollup_slot_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX import_rollup_slot_index ON public.import_rollup USING btree (slot);


--
-- Name: import_rollup_stored_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX import_rollup_stored_index ON public.import_rollup USING btree (organisation_id, supplier_code, slot) WHERE ((outcome = 'accepted'::text) AND (stored_items > 0));


--
-- Name: import_undo_commit_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX import_undo_commit_position_index ON public.import_undo USING btree (commit_position);


--
-- Name: import_undo_undone_at_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX import_undo_undone_at_index ON public.import_undo USING btree (undone_at);


--
-- Name: ledger_main; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX ledger_main ON public.ledger USING btree (account_id) WHERE is_main;


--
-- Name: ledger_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ledger_search ON public.ledger USING brin (((ledger_number || ''::text)) text_bloom_ops (n_distinct_per_range='2200', false_positive_rate='0.001')) WITH (pages_per_range='32');


--
-- Name: ledger_transaction_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ledger_transaction_search ON public.ledger_transaction USING brin (((transaction_id || ''::text)) text_bloom_ops (n_distinct_per_range='2200', false_positive_rate='0.001')) WITH (pages_per_range='32');


--
-- Name: load_total_last_slot_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX load_total_last_slot_index ON public.load_total USING btree (last_slot, load_id);


--
-- Name: note_words_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX note_words_index ON public.note_words USING gin (words);


--
-- Name: operator_action_commit_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX operator_action_commit_position_index ON public.operator_action USING btree (commit_position);


--
-- Name: operator_action_performed_at_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX operator_action_performed_at_index ON public.operator_action USING btree (performed_at);


--
-- Name: payment_instruction_active; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX payment_instruction_active ON public.payment_instruction USING btree (account_id) WHERE is_active;


--
-- Name: payment_reference_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX payment_reference_search ON public.ledger_transaction USING brin (((reference || ''::text)) text_bloom_ops (n_distinct_per_range='2200', false_positive_rate='0.001')) WITH (pages_per_range='32') WHERE (reference IS NOT NULL);


--
-- Name: reconciliation_commit_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX reconciliation_commit_position_index ON public.reconciliation USING btree (commit_position);


--
-- Name: refused_import_account_listing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refused_import_account_listing ON public.refused_import USING btree (account_prefix, id);


--
-- Name: refused_import_commit_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refused_import_commit_position_index ON public.refused_import USING btree (commit_position);


--
-- Name: refused_import_groups; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refused_import_groups ON public.refused_import USING btree (code, path, organisation_id, supplier_prefix, account_prefix, id);


--
-- Name: refused_import_listing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refused_import_listing ON public.refused_import USING btree (api_key_id, endpoint, COALESCE(code, ''::text), id);


--
-- Name: refused_import_load_listing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refused_import_load_listing ON public.refused_import USING btree (load_id, id) WHERE (load_id IS NOT NULL);


--
-- Name: refused_import_organisation_id_id_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refused_import_organisation_id_id_index ON public.refused_import USING btree (organisation_id, id);


--
-- Name: refused_import_supplier_listing; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refused_import_supplier_listing ON public.refused_import USING btree (supplier_prefix, api_key_id, endpoint, COALESCE(code, ''::text), id);


--
-- Name: refused_item_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX refused_item_search ON public.refused_import USING gin ((((jsonb_path_query_array(failing_items, '$[*]."transaction"'::jsonpath) || jsonb_path_query_array(failing_items, '$[*]."statement"'::jsonpath)) || jsonb_path_query_array(failing_items, '$[*]."document"'::jsonpath))) jsonb_path_ops);


--
-- Name: removed_rollup_slot_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX removed_rollup_slot_index ON public.removed_rollup USING btree (slot);


--
-- Name: seal_to_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX seal_to_position_index ON public.seal USING btree (to_position);


--
-- Name: statement_number_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX statement_number_search ON public.historical_statement USING brin (((number || ''::text)) text_bloom_ops (n_distinct_per_range='2200', false_positive_rate='0.001')) WITH (pages_per_range='32');


--
-- Name: statement_period_open; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX statement_period_open ON public.statement_period USING btree (account_id, ledger_number) WHERE is_open;


--
-- Name: storage_verification_commit_position_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX storage_verification_commit_position_index ON public.storage_verification USING btree (commit_position);


--
-- Name: account account_supplier_id_foreign; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_supplier_id_foreign FOREIGN KEY (supplier_id) REFERENCES public.import_supplier(id);


--
-- Name: api_key api_key_organisation_id_foreign; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_organisation_id_foreign FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);


--
-- Name: import_supplier import_supplier_organisation_id_foreign; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.import_supplier
    ADD CONSTRAINT import_supplier_organisation_id_foreign FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);


--
-- Name: platform_key platform_key_organisation_id_foreign; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.platform_key
    ADD CONSTRAINT platform_key_organisation_id_foreign FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);


--
-- Name: webhook webhook_organisation_id_foreign; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_organisation_id_foreign FOREIGN KEY (organisation_id) REFERENCES public.organisation(id);


--
-- PostgreSQL database dump complete
--


