-- Written by hand: drizzle-kit knows no extensions, and no partitions (event_sets).
create extension if not exists pg_trgm;--> statement-breakpoint
CREATE SEQUENCE "public"."event_order" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 10001 CACHE 1;--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_norm" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"failed_email_norm" text,
	"email_failed_at" timestamp (3) with time zone,
	"email_failure" text,
	"password_hash" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text NOT NULL,
	"age_group" text,
	"locale" text NOT NULL,
	"optional_messages" boolean DEFAULT true NOT NULL,
	"address" text,
	"subdistrict" text,
	"district" text,
	"province" text,
	"postal_code" text,
	"omise_customer_id" text,
	"passkey_handle" text,
	"consent_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "accounts_omise_customer_id_unique" UNIQUE("omise_customer_id"),
	CONSTRAINT "accounts_passkey_handle_unique" UNIQUE("passkey_handle"),
	CONSTRAINT "accounts_email_failure" CHECK ("accounts"."email_failure" in ('refused','bounce','complaint')),
	CONSTRAINT "accounts_phone_shape" CHECK ("accounts"."phone" ~ '^0[0-9]{9}$' or "accounts"."deleted_at" is not null),
	CONSTRAINT "accounts_postal_code_shape" CHECK ("accounts"."postal_code" ~ '^[0-9]{5}$'),
	CONSTRAINT "accounts_address_whole" CHECK (("accounts"."address" is null) = ("accounts"."postal_code" is null))
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"account_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"account_id" text NOT NULL,
	"purpose" text NOT NULL,
	"text_version" text NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "consents_account_id_purpose_text_version_given_at_pk" PRIMARY KEY("account_id","purpose","text_version","given_at"),
	CONSTRAINT "consents_purpose" CHECK ("consents"."purpose" in ('data','charging')),
	CONSTRAINT "consents_order" CHECK ("consents"."withdrawn_at" >= "consents"."given_at")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"display_name" text,
	"friend" boolean DEFAULT false NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"connected_at" timestamp (3) with time zone NOT NULL,
	"menu_id" text
);
--> statement-breakpoint
CREATE TABLE "line_flows" (
	"id" text PRIMARY KEY NOT NULL,
	"state_hash" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"intent" text NOT NULL,
	"account_id" text,
	"for_user" text,
	"next_path" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "line_flows_intent" CHECK ("line_flows"."intent" in ('login','register','link')),
	CONSTRAINT "line_flows_account" CHECK (("line_flows"."intent" = 'link') = ("line_flows"."account_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "line_registrations" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"display_name" text,
	"email" text,
	"friend" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"code_hash" text,
	"browser_hash" text,
	"email" text,
	"from_known_device" boolean DEFAULT false NOT NULL,
	"undo" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "one_time_tokens_kind" CHECK ("one_time_tokens"."kind" in ('verify_email','magic_link','line_link','password_reset','email_change','not_me')),
	CONSTRAINT "one_time_tokens_undo" CHECK (("one_time_tokens"."kind" = 'not_me') = ("one_time_tokens"."undo" is not null)),
	CONSTRAINT "one_time_tokens_tries" CHECK ("one_time_tokens"."tries" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"subject" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_purpose" CHECK ("passkey_challenges"."purpose" in ('log_in','prove','add')),
	CONSTRAINT "passkey_challenges_subject" CHECK (("passkey_challenges"."purpose" = 'log_in') = ("passkey_challenges"."subject" is null))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"synced" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_counter" CHECK ("passkeys"."counter" between 0 and 4294967295),
	CONSTRAINT "passkeys_name" CHECK (length("passkeys"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"device" text,
	"method" text DEFAULT 'password' NOT NULL,
	"passkey_id" text,
	CONSTRAINT "sessions_method" CHECK ("sessions"."method" in ('password','magic_link','line','passkey','registration')),
	CONSTRAINT "sessions_passkey" CHECK ("sessions"."passkey_id" is null or "sessions"."method" = 'passkey')
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"uses" timestamp with time zone[],
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"subject" text NOT NULL,
	"what" text NOT NULL,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "bank_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"provider_ref" text NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"paid_on" date NOT NULL,
	"status" text NOT NULL,
	"order_id" text,
	"money_id" text,
	"format" text,
	"bank_id" text,
	"bank_time" text,
	"actor" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bank_transfers_provider_ref_unique" UNIQUE("provider_ref"),
	CONSTRAINT "bank_transfers_status" CHECK ("bank_transfers"."status" in ('matched','duplicate','late','returned','wrong_amount','wrong_date','unknown_reference','doubtful')),
	CONSTRAINT "bank_transfers_amount" CHECK ("bank_transfers"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "statement_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"imported_by" text NOT NULL,
	"result" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"bank" text NOT NULL,
	"status" text NOT NULL,
	"linked_account_id" text,
	"token" text NOT NULL,
	"registration_uri" text,
	"last_digits" text,
	"reason" text,
	"hard_decline" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"linked_at" timestamp (3) with time zone,
	"agreed" jsonb,
	"check_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "bank_accounts_linked_account_id_unique" UNIQUE("linked_account_id"),
	CONSTRAINT "bank_accounts_token_unique" UNIQUE("token"),
	CONSTRAINT "bank_accounts_bank" CHECK ("bank_accounts"."bank" in ('kbank','scb','ktb','bay')),
	CONSTRAINT "bank_accounts_status" CHECK ("bank_accounts"."status" in ('pending','linked','rejected','expired','deleted')),
	CONSTRAINT "bank_accounts_last_digits" CHECK ("bank_accounts"."last_digits" ~ '^[0-9]{1,4}$'),
	CONSTRAINT "bank_accounts_linked" CHECK ("bank_accounts"."status" <> 'linked' or ("bank_accounts"."linked_account_id" is not null and "bank_accounts"."last_digits" is not null
        and "bank_accounts"."linked_at" is not null)),
	CONSTRAINT "bank_accounts_pending" CHECK ("bank_accounts"."status" = 'pending' or ("bank_accounts"."registration_uri" is null and ("bank_accounts"."check_at" is null or "bank_accounts"."agreed" is not null))),
	CONSTRAINT "bank_accounts_checked" CHECK ("bank_accounts"."status" <> 'pending' or "bank_accounts"."check_at" is not null),
	CONSTRAINT "bank_accounts_closed_when" CHECK (("bank_accounts"."status" in ('rejected','expired','deleted')) = ("bank_accounts"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "bulk_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"key" uuid NOT NULL,
	"change" jsonb NOT NULL,
	"filter" jsonb,
	"file_name" text,
	"en" text NOT NULL,
	"th" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"line" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"actor" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bulk_changes_key_unique" UNIQUE("key"),
	CONSTRAINT "bulk_changes_state" CHECK ("bulk_changes"."state" in ('open','rehearse','run','undo','rehearsed','stopped','done','undone')),
	CONSTRAINT "bulk_changes_line" CHECK ("bulk_changes"."line" >= 0),
	CONSTRAINT "bulk_changes_texts" CHECK (length("bulk_changes"."en") <= 300 and length("bulk_changes"."th") <= 300)
);
--> statement-breakpoint
CREATE TABLE "bulk_rows" (
	"bulk_id" text NOT NULL,
	"line" integer NOT NULL,
	"account_id" text,
	"state" text DEFAULT 'chosen' NOT NULL,
	"code" text,
	"version" integer,
	"before" bigint,
	"after" bigint,
	"undo" jsonb,
	CONSTRAINT "bulk_rows_bulk_id_line_pk" PRIMARY KEY("bulk_id","line"),
	CONSTRAINT "bulk_rows_state" CHECK ("bulk_rows"."state" in ('chosen','ready','same','refused','done','changed','undone','kept')),
	CONSTRAINT "bulk_rows_done" CHECK ("bulk_rows"."state" <> 'done' or ("bulk_rows"."version" is not null and "bulk_rows"."undo" is not null))
);
--> statement-breakpoint
CREATE TABLE "clock_offset" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"offset_ms" bigint NOT NULL,
	CONSTRAINT "clock_offset_single" CHECK ("clock_offset"."only"),
	CONSTRAINT "clock_offset_forward" CHECK ("clock_offset"."offset_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_rates" (
	"zone" text NOT NULL,
	"fee" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"valid_from" timestamp (3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL,
	CONSTRAINT "delivery_rates_zone_version_pk" PRIMARY KEY("zone","version"),
	CONSTRAINT "delivery_rates_not_negative" CHECK ("delivery_rates"."fee" >= 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_zones" (
	"prefix" text PRIMARY KEY NOT NULL,
	"zone" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_to" timestamp (3) with time zone,
	"uses_max" integer,
	CONSTRAINT "discount_codes_kind" CHECK ("discount_codes"."kind" in ('amount','percent')),
	CONSTRAINT "discount_codes_value" CHECK ("discount_codes"."value" > 0 and ("discount_codes"."kind" = 'amount' or "discount_codes"."value" <= 100))
);
--> statement-breakpoint
CREATE TABLE "flags" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_items" (
	"plan_code" text NOT NULL,
	"product_code" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "plan_items_plan_code_product_code_pk" PRIMARY KEY("plan_code","product_code"),
	CONSTRAINT "plan_items_positive" CHECK ("plan_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"code" text PRIMARY KEY NOT NULL,
	"name_en" text NOT NULL,
	"name_th" text NOT NULL,
	"free_delivery" boolean NOT NULL,
	"sort" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_contents" (
	"product_code" text NOT NULL,
	"contained_code" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "product_contents_product_code_contained_code_pk" PRIMARY KEY("product_code","contained_code"),
	CONSTRAINT "product_contents_positive" CHECK ("product_contents"."quantity" > 0 and "product_contents"."product_code" <> "product_contents"."contained_code")
);
--> statement-breakpoint
CREATE TABLE "product_prices" (
	"product_code" text NOT NULL,
	"version" integer NOT NULL,
	"list_price" bigint NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "product_prices_product_code_version_pk" PRIMARY KEY("product_code","version"),
	CONSTRAINT "product_prices_positive" CHECK ("product_prices"."list_price" > 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"code" text PRIMARY KEY NOT NULL,
	"name_en" text NOT NULL,
	"name_th" text NOT NULL,
	"description_en" text NOT NULL,
	"description_th" text NOT NULL,
	"pieces" integer,
	"length_mm" integer,
	"image" text NOT NULL,
	"sort" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "products_length" CHECK ("products"."length_mm" is null or ("products"."length_mm" > 0 and "products"."pieces" is not null))
);
--> statement-breakpoint
CREATE TABLE "remote_postcodes" (
	"postal_code" text PRIMARY KEY NOT NULL,
	"surcharged" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"product_code" text NOT NULL,
	"kind" text NOT NULL,
	"packs" integer NOT NULL,
	"on_day" date NOT NULL,
	"staff_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stock_entries_kind" CHECK ("stock_entries"."kind" in ('count','arrival')),
	CONSTRAINT "stock_entries_packs" CHECK ("stock_entries"."packs" between 0 and 1000000)
);
--> statement-breakpoint
CREATE TABLE "thai_addresses" (
	"postal_code" text NOT NULL,
	"subdistrict_en" text NOT NULL,
	"subdistrict_th" text NOT NULL,
	"district_en" text NOT NULL,
	"district_th" text NOT NULL,
	"province_en" text NOT NULL,
	"province_th" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"author" text NOT NULL,
	"staff_id" text,
	"content" text NOT NULL,
	"body_sealed" text,
	"event_key" text NOT NULL,
	"line_message_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversation_messages_author" CHECK ("conversation_messages"."author" in ('person','staff','note')),
	CONSTRAINT "conversation_messages_staff" CHECK (("conversation_messages"."author" = 'person') = ("conversation_messages"."staff_id" is null)),
	CONSTRAINT "conversation_messages_body" CHECK (("conversation_messages"."content" = 'text') = ("conversation_messages"."body_sealed" is not null))
);
--> statement-breakpoint
CREATE TABLE "conversation_pictures" (
	"message_id" text PRIMARY KEY NOT NULL,
	"jpeg_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"account_id" text,
	"line_subject" text,
	"writer_name" text,
	"writer_email" text,
	"locale" text NOT NULL,
	"topic" text,
	"order_id" text,
	"state" text NOT NULL,
	"waits_since" timestamp (3) with time zone,
	"staff_id" text,
	"token_hash" text,
	"token_sealed" text,
	"reply_token" text,
	"reply_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"first_answer_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "conversations_channel" CHECK ("conversations"."channel" in ('line','form')),
	CONSTRAINT "conversations_state" CHECK ("conversations"."state" in ('open','waiting','closed')),
	CONSTRAINT "conversations_open" CHECK (("conversations"."state" = 'open') = ("conversations"."waits_since" is not null)),
	CONSTRAINT "conversations_closed_when" CHECK (("conversations"."state" = 'closed') = ("conversations"."closed_at" is not null)),
	CONSTRAINT "conversations_token" CHECK (("conversations"."token_hash" is null) = ("conversations"."token_sealed" is null)),
	CONSTRAINT "conversations_writer" CHECK ("conversations"."account_id" is not null or "conversations"."channel" = 'line' or "conversations"."writer_email" is not null)
);
--> statement-breakpoint
CREATE TABLE "saved_answers" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"en" text NOT NULL,
	"th" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_answers_title" CHECK (length("saved_answers"."title") between 1 and 60),
	CONSTRAINT "saved_answers_texts" CHECK (length("saved_answers"."en") between 1 and 2000 and length("saved_answers"."th") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "document_series" (
	"kind" text PRIMARY KEY NOT NULL,
	"last" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"order_id" text NOT NULL,
	"refund_id" text,
	"issued_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "documents_kind" CHECK ("documents"."kind" in ('receipt','credit_note','debit_note','tax_invoice')),
	CONSTRAINT "documents_number" CHECK ("documents"."number" >= 1),
	CONSTRAINT "documents_refund" CHECK (("documents"."kind" in ('credit_note','debit_note')) = ("documents"."refund_id" is not null)),
	CONSTRAINT "documents_amounts" CHECK ("documents"."amount" >= 0 and "documents"."vat" between 0 and "documents"."amount")
);
--> statement-breakpoint
CREATE TABLE "tax_invoice_buyers" (
	"order_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"tax_id" text NOT NULL,
	"branch" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tax_invoice_buyers_filled" CHECK ("tax_invoice_buyers"."name" <> '' and "tax_invoice_buyers"."address" <> ''),
	CONSTRAINT "tax_invoice_buyers_tax_id" CHECK ("tax_invoice_buyers"."tax_id" ~ '^[0-9]{13}$'),
	CONSTRAINT "tax_invoice_buyers_branch" CHECK ("tax_invoice_buyers"."branch" ~ '^[0-9]{5}$')
);
--> statement-breakpoint
CREATE TABLE "event_counter" (
	"one" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL,
	"dropped" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_sets" (
	"slot" smallint NOT NULL,
	"seq" bigint DEFAULT nextval('event_order') NOT NULL,
	"id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"size" integer NOT NULL,
	"events" json NOT NULL,
	"position" bigint,
	CONSTRAINT "event_sets_slot_seq_pk" PRIMARY KEY("slot","seq")
) PARTITION BY LIST ("slot");
--> statement-breakpoint
CREATE TABLE "line_menus" (
	"state" text NOT NULL,
	"locale" text NOT NULL,
	"name" text NOT NULL,
	"menu_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "line_menus_state_locale_pk" PRIMARY KEY("state","locale"),
	CONSTRAINT "line_menus_state" CHECK ("line_menus"."state" in ('guest','active','debt','rest')),
	CONSTRAINT "line_menus_locale" CHECK ("line_menus"."locale" in ('en','th'))
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" text PRIMARY KEY NOT NULL,
	"key" uuid NOT NULL,
	"staff_id" text NOT NULL,
	"purpose" text NOT NULL,
	"filter" jsonb NOT NULL,
	"en" text NOT NULL,
	"th" text NOT NULL,
	"people" integer NOT NULL,
	"cursor" text DEFAULT '' NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	CONSTRAINT "broadcasts_key_unique" UNIQUE("key"),
	CONSTRAINT "broadcasts_purpose" CHECK ("broadcasts"."purpose" in ('service','news')),
	CONSTRAINT "broadcasts_texts" CHECK (length("broadcasts"."en") <= 1500 and length("broadcasts"."th") <= 1500),
	CONSTRAINT "broadcasts_queued" CHECK ("broadcasts"."queued" between 0 and 2147483647 and "broadcasts"."people" >= 1)
);
--> statement-breakpoint
CREATE TABLE "idempotency_records" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_records_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"kind" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"to_address" text,
	"payload" jsonb NOT NULL,
	"status" text NOT NULL,
	"asked" boolean NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"retry_key" uuid NOT NULL,
	"channel" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"job_until" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "messages_status" CHECK ("messages"."status" in ('queued','sent','failed','dropped')),
	CONSTRAINT "messages_sent_when" CHECK (("messages"."status" = 'sent') = ("messages"."sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "money_received" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_ref" text NOT NULL,
	"order_id" text,
	"attempt_id" text,
	"amount" bigint NOT NULL,
	"verdict" text NOT NULL,
	"reserved_refund" bigint DEFAULT 0 NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "money_received_amount" CHECK ("money_received"."amount" > 0),
	CONSTRAINT "money_received_verdict" CHECK ("money_received"."verdict" in ('kept','duplicate','late','orphan','surplus')),
	CONSTRAINT "money_received_kept_has_order" CHECK ("money_received"."verdict" <> 'kept' or "money_received"."order_id" is not null),
	CONSTRAINT "money_received_refund_within" CHECK ("money_received"."reserved_refund" between 0 and "money_received"."amount")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" text NOT NULL,
	"line" integer NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"external_id" text,
	"email_norm" text,
	"person" jsonb,
	"plan" jsonb,
	"token" text,
	"faults" jsonb NOT NULL,
	"first_date" date,
	"total" bigint,
	"account_id" text,
	"link_on" date,
	CONSTRAINT "import_rows_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "import_rows_state" CHECK ("import_rows"."state" in ('ready','refused','known','imported','active','undone')),
	CONSTRAINT "import_rows_ready" CHECK ("import_rows"."state" <> 'ready' or ("import_rows"."person" is not null and "import_rows"."plan" is not null)),
	CONSTRAINT "import_rows_person" CHECK ("import_rows"."person" is null or "import_rows"."state" = 'ready'),
	CONSTRAINT "import_rows_named" CHECK ("import_rows"."external_id" is not null or "import_rows"."state" = 'refused')
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"state" text DEFAULT 'upload' NOT NULL,
	"columns" jsonb NOT NULL,
	"line" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"begun_at" timestamp (3) with time zone,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imports_state" CHECK ("imports"."state" in ('upload','checked','commit','claim','activate','undo','imported','active','undone')),
	CONSTRAINT "imports_line" CHECK ("imports"."line" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ended_registrations" (
	"id" text PRIMARY KEY NOT NULL,
	"registered_on" date NOT NULL,
	"locale" text NOT NULL,
	"step" text NOT NULL,
	CONSTRAINT "ended_registrations_locale" CHECK ("ended_registrations"."locale" in ('en','th')),
	CONSTRAINT "ended_registrations_step" CHECK ("ended_registrations"."step" in ('details','delivery','payment'))
);
--> statement-breakpoint
CREATE TABLE "number_months" (
	"month" text PRIMARY KEY NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"took_ms" integer NOT NULL,
	CONSTRAINT "number_months_month" CHECK ("number_months"."month" ~ '^[0-9]{4}-[0-9]{2}$')
);
--> statement-breakpoint
CREATE TABLE "numbers" (
	"month" text NOT NULL,
	"figure" text NOT NULL,
	"part" text NOT NULL,
	"count" integer NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "numbers_month_figure_part_pk" PRIMARY KEY("month","figure","part"),
	CONSTRAINT "numbers_count" CHECK ("numbers"."count" > 0),
	CONSTRAINT "numbers_amount" CHECK ("numbers"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_addresses" (
	"order_id" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"subdistrict" text,
	"district" text,
	"province" text NOT NULL,
	"postal_code" text NOT NULL,
	"recipient_name" text,
	"recipient_phone" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_addresses_street" CHECK ("order_addresses"."address" <> ''),
	CONSTRAINT "order_addresses_postcode" CHECK ("order_addresses"."postal_code" ~ '^[0-9]{5}$'),
	CONSTRAINT "order_addresses_recipient" CHECK (("order_addresses"."recipient_name" is null) = ("order_addresses"."recipient_phone" is null))
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" text NOT NULL,
	"product_code" text NOT NULL,
	"quantity" integer NOT NULL,
	"list_price" bigint NOT NULL,
	"unit_price" bigint NOT NULL,
	"line_price" bigint NOT NULL,
	"price_version" integer NOT NULL,
	CONSTRAINT "order_items_order_id_product_code_pk" PRIMARY KEY("order_id","product_code"),
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" between 1 and 10)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"order_number" integer DEFAULT nextval('order_numbers') NOT NULL,
	"subscription_id" text NOT NULL,
	"account_id" text NOT NULL,
	"cycle_index" integer NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"payment_date" date NOT NULL,
	"list_price" bigint NOT NULL,
	"box_price" bigint NOT NULL,
	"delivery_fee" bigint NOT NULL,
	"code_discount" bigint DEFAULT 0 NOT NULL,
	"code" text,
	"total" bigint NOT NULL,
	"points" integer NOT NULL,
	"free_product_code" text,
	"free_product_points" integer DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"paid_on" date,
	"paid_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"begun_at" timestamp (3) with time zone,
	"paused" boolean DEFAULT false NOT NULL,
	"moved_from" date,
	"own_box" boolean DEFAULT false NOT NULL,
	"ordered_from" date,
	"restarts" boolean DEFAULT false NOT NULL,
	"fee_when_back" bigint,
	"waived" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('upcoming','skipped','charging','awaiting_payment','paid','unpaid','void','missed','refunded')),
	CONSTRAINT "orders_begun" CHECK ("orders"."begun_at" is not null or "orders"."status" in ('upcoming','skipped','void')),
	CONSTRAINT "orders_paused" CHECK (not "orders"."paused" or "orders"."status" in ('skipped','void')),
	CONSTRAINT "orders_moved" CHECK ("orders"."moved_from" is null or coalesce("orders"."ordered_from", "orders"."payment_date") <> "orders"."moved_from"
        and abs(coalesce("orders"."ordered_from", "orders"."payment_date") - "orders"."moved_from") <= 20),
	CONSTRAINT "orders_ordered_now" CHECK (case when "orders"."ordered_from" is null then not "orders"."restarts" and "orders"."fee_when_back" is null else "orders"."ordered_from" > "orders"."payment_date"
        and "orders"."kind" = 'renewal' and "orders"."status" not in ('upcoming','skipped','missed')
        and coalesce("orders"."fee_when_back", 0) >= 0 end),
	CONSTRAINT "orders_own_box" CHECK (not "orders"."own_box" or "orders"."kind" <> 'first'),
	CONSTRAINT "orders_kind" CHECK ("orders"."kind" in ('first','renewal','reactivation')),
	CONSTRAINT "orders_total" CHECK ("orders"."total" = "orders"."box_price" + "orders"."delivery_fee" - "orders"."code_discount" - "orders"."waived" and "orders"."total" >= 0 and "orders"."waived" >= 0),
	CONSTRAINT "orders_amounts" CHECK ("orders"."list_price" >= "orders"."box_price" and "orders"."box_price" > 0 and "orders"."delivery_fee" >= 0 and "orders"."code_discount" >= 0),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded" between 0 and "orders"."total"),
	CONSTRAINT "orders_paid_when" CHECK (("orders"."status" in ('paid','refunded')) = ("orders"."paid_at" is not null)),
	CONSTRAINT "orders_paid_day" CHECK (("orders"."paid_on" is null) = ("orders"."paid_at" is null))
);
--> statement-breakpoint
CREATE TABLE "replaced_parcels" (
	"order_id" text NOT NULL,
	"number" smallint NOT NULL,
	"loss" text NOT NULL,
	"external_id" text,
	"courier" text,
	"tracking_number" text,
	"tracking_url" text,
	"taken_at" timestamp (3) with time zone,
	"shipped_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "replaced_parcels_order_id_number_pk" PRIMARY KEY("order_id","number"),
	CONSTRAINT "replaced_parcels_loss" CHECK ("replaced_parcels"."loss" in ('lost','damaged','returned'))
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"order_id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"external_id" text,
	"courier" text,
	"tracking_number" text,
	"tracking_url" text,
	"reported_status" text,
	"requested_at" timestamp (3) with time zone,
	"taken_at" timestamp (3) with time zone,
	"shipped_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"number" smallint DEFAULT 1 NOT NULL,
	"loss" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shipments_external_id_unique" UNIQUE("external_id"),
	CONSTRAINT "shipments_number" CHECK ("shipments"."number" >= 1),
	CONSTRAINT "shipments_loss" CHECK ("shipments"."loss" in ('lost','damaged','returned')),
	CONSTRAINT "shipments_status" CHECK ("shipments"."status" in ('preparing','packed','shipped','delivered')),
	CONSTRAINT "shipments_requested_first" CHECK ("shipments"."taken_at" is null or "shipments"."requested_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "order_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"action" text NOT NULL,
	"payment_date" date NOT NULL,
	"move_to" date,
	"swap" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_version" integer,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "order_links_action" CHECK ("order_links"."action" in ('fix','skip','move','box','swap')),
	CONSTRAINT "order_links_swap" CHECK (("order_links"."action" = 'swap') = ("order_links"."swap" is not null)),
	CONSTRAINT "order_links_used_after" CHECK ("order_links"."used_at" is null or "order_links"."used_at" >= "order_links"."created_at")
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"omise_card_id" text NOT NULL,
	"brand" text NOT NULL,
	"last_digits" text NOT NULL,
	"name" text NOT NULL,
	"expiry_month" smallint NOT NULL,
	"expiry_year" smallint NOT NULL,
	"fingerprint" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"for_once" boolean DEFAULT false NOT NULL,
	"hard_decline" text,
	CONSTRAINT "cards_omise_card_id_unique" UNIQUE("omise_card_id"),
	CONSTRAINT "cards_last_digits" CHECK ("cards"."last_digits" ~ '^[0-9]{4}$'),
	CONSTRAINT "cards_expiry" CHECK ("cards"."expiry_month" between 1 and 12 and "cards"."expiry_year" between 2000 and 2200),
	CONSTRAINT "cards_default_kept" CHECK (not ("cards"."is_default" and "cards"."removed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "charge_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"account_id" text NOT NULL,
	"attempt_no" integer NOT NULL,
	"source" text NOT NULL,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"app" text,
	"card_id" text,
	"bank_account_id" text,
	"token_hash" text,
	"link_id" text,
	"holds_retry" boolean DEFAULT false NOT NULL,
	"charge_id" text,
	"authorize_uri" text,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"requested_at" timestamp (3) with time zone,
	"unknown_since" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"network" text,
	"abandoned_at" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "charge_attempts_status" CHECK ("charge_attempts"."status" in ('created','sent','action_required','unknown','succeeded','declined','expired','voided')),
	CONSTRAINT "charge_attempts_amount" CHECK ("charge_attempts"."amount" >= 2000),
	CONSTRAINT "charge_attempts_sent_when" CHECK ("charge_attempts"."status" in ('created','declined') or "charge_attempts"."sent_at" is not null),
	CONSTRAINT "charge_attempts_unknown_since" CHECK ("charge_attempts"."status" <> 'unknown' or "charge_attempts"."unknown_since" is not null),
	CONSTRAINT "charge_attempts_closed_when" CHECK (("charge_attempts"."status" in ('succeeded','declined','expired','voided')) = ("charge_attempts"."closed_at" is not null)),
	CONSTRAINT "charge_attempts_check_only_open" CHECK ("charge_attempts"."check_at" is null or "charge_attempts"."closed_at" is null or "charge_attempts"."source" = 'promptpay'),
	CONSTRAINT "charge_attempts_holds_qr" CHECK (not "charge_attempts"."holds_retry" or "charge_attempts"."source" = 'promptpay'),
	CONSTRAINT "charge_attempts_bank_account" CHECK ("charge_attempts"."bank_account_id" is null or ("charge_attempts"."source" = 'card' and "charge_attempts"."card_id" is null)),
	CONSTRAINT "charge_attempts_qr_of_link" CHECK ("charge_attempts"."source" = 'card' or ("charge_attempts"."card_id" is null and "charge_attempts"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_links" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"token" text NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"delivery_fee" bigint DEFAULT 0 NOT NULL,
	"restarts" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"remind_at" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "payment_links_token_unique" UNIQUE("token"),
	CONSTRAINT "payment_links_reference_unique" UNIQUE("reference"),
	CONSTRAINT "payment_links_waits_only_open" CHECK ("payment_links"."status" = 'open' or ("payment_links"."check_at" is null and "payment_links"."remind_at" is null)),
	CONSTRAINT "payment_links_closed_when" CHECK (("payment_links"."status" = 'open') = ("payment_links"."closed_at" is null)),
	CONSTRAINT "payment_links_status" CHECK ("payment_links"."status" in ('open','paid','expired','void')),
	CONSTRAINT "payment_links_amount" CHECK ("payment_links"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"account_id" text NOT NULL,
	"method" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"due_at" timestamp (3) with time zone,
	"gives_up_at" timestamp (3) with time zone,
	"retry_steps_used" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('pending','succeeded','failed','suspended','expired','void')),
	CONSTRAINT "payments_method" CHECK ("payments"."method" in ('card','offline','bank_account')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" >= 0),
	CONSTRAINT "payments_due_only_open" CHECK ("payments"."due_at" is null or "payments"."status" in ('pending','failed')),
	CONSTRAINT "payments_giving_up_only_open" CHECK ("payments"."gives_up_at" is null or "payments"."status" in ('pending','failed')),
	CONSTRAINT "payments_retry_steps" CHECK ("payments"."retry_steps_used" between 0 and 10)
);
--> statement-breakpoint
CREATE TABLE "gateway_receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"issued_on" date NOT NULL,
	"charge_fee" bigint NOT NULL,
	"transfer_fee" bigint NOT NULL,
	"subtotal" bigint NOT NULL,
	"vat" bigint NOT NULL,
	"wht" bigint NOT NULL,
	"total" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gateway_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"transferable_at" timestamp (3) with time zone NOT NULL,
	"gross" bigint,
	"fee" bigint,
	"fee_vat" bigint,
	"net" bigint,
	"fee_rate" text,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "gateway_transactions_charge" CHECK (("gateway_transactions"."gross" is null) = ("gateway_transactions"."fee" is null) and ("gateway_transactions"."gross" is null) = ("gateway_transactions"."fee_vat" is null)
        and ("gateway_transactions"."gross" is null) = ("gateway_transactions"."net" is null))
);
--> statement-breakpoint
CREATE TABLE "gateway_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"fee_vat" bigint NOT NULL,
	"net" bigint NOT NULL,
	"failure_code" text,
	"split_group" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"bank_transfer_id" text,
	"matched_at" timestamp (3) with time zone,
	CONSTRAINT "gateway_transfers_bank_transfer_id_unique" UNIQUE("bank_transfer_id")
);
--> statement-breakpoint
CREATE TABLE "payout_differences" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"month" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"actual" bigint NOT NULL,
	"expected" bigint NOT NULL,
	"effect" bigint NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"gone_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"why" text,
	CONSTRAINT "payout_differences_accepted" CHECK (("payout_differences"."accepted_at" is null) = ("payout_differences"."accepted_by" is null))
);
--> statement-breakpoint
CREATE TABLE "payout_months" (
	"month" text PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"closed_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"change" jsonb NOT NULL,
	"base" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"read_count" integer DEFAULT 0 NOT NULL,
	"whole_count" integer DEFAULT 0 NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"rehearsed_at" timestamp (3) with time zone,
	"result" jsonb,
	"saved_by" text,
	"saved_at" timestamp (3) with time zone,
	"reason" text,
	"valid_from" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "price_changes_status" CHECK ("price_changes"."status" in ('waiting','running','done','failed')),
	CONSTRAINT "price_changes_rehearsed" CHECK (("price_changes"."status" = 'done') = ("price_changes"."result" is not null) and ("price_changes"."result" is null or "price_changes"."rehearsed_at" is not null)),
	CONSTRAINT "price_changes_saved" CHECK (("price_changes"."saved_at" is null) = ("price_changes"."valid_from" is null) and ("price_changes"."saved_at" is null) = ("price_changes"."saved_by" is null)
        and ("price_changes"."saved_at" is null) = ("price_changes"."reason" is null) and ("price_changes"."saved_at" is null or "price_changes"."status" = 'done')),
	CONSTRAINT "price_changes_withdrawn" CHECK ("price_changes"."withdrawn_at" is null or "price_changes"."saved_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "price_notices" (
	"subscription_id" text NOT NULL,
	"number" integer NOT NULL,
	"prices" text NOT NULL,
	"old_total" bigint NOT NULL,
	"new_total" bigint NOT NULL,
	"first_date" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_notices_subscription_id_number_pk" PRIMARY KEY("subscription_id","number"),
	CONSTRAINT "price_notices_number" CHECK ("price_notices"."number" >= 1),
	CONSTRAINT "price_notices_higher" CHECK ("price_notices"."new_total" > "price_notices"."old_total" and "price_notices"."old_total" > 0),
	CONSTRAINT "price_notices_ahead" CHECK ("price_notices"."first_date" >= ("price_notices"."created_at" at time zone 'Asia/Bangkok')::date + 30)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "provider_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"money_id" text NOT NULL,
	"provider_ref" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text,
	"fingerprint" text,
	"charging" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"held_at" timestamp (3) with time zone NOT NULL,
	"booked_at" timestamp (3) with time zone,
	"answer_by" date,
	CONSTRAINT "disputes_provider_ref_unique" UNIQUE("provider_ref"),
	CONSTRAINT "disputes_kind" CHECK ("disputes"."kind" in ('dispute','reversal')),
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('open','pending','won','lost')),
	CONSTRAINT "disputes_charging" CHECK ("disputes"."charging" in ('held','stopped','allowed')),
	CONSTRAINT "disputes_amount" CHECK ("disputes"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"money_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"why" text NOT NULL,
	"provider_ref" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"check_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"corrected_at" timestamp (3) with time zone,
	"pay_to" text,
	"pay_to_at" timestamp (3) with time zone,
	"taken_by" text,
	"taken_at" timestamp (3) with time zone,
	"reference" text,
	CONSTRAINT "refunds_provider_ref_unique" UNIQUE("provider_ref"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('created','sent','unknown','succeeded','failed','manual','corrected')),
	CONSTRAINT "refunds_pay_to_when" CHECK ("refunds"."pay_to" is null or "refunds"."pay_to_at" is not null),
	CONSTRAINT "refunds_taken" CHECK (("refunds"."taken_by" is null) = ("refunds"."taken_at" is null)),
	CONSTRAINT "refunds_corrected" CHECK (("refunds"."status" = 'corrected') = ("refunds"."corrected_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "code_uses" (
	"code" text NOT NULL,
	"slot" integer NOT NULL,
	"subscription_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "code_uses_slot" CHECK ("code_uses"."slot" >= 1)
);
--> statement-breakpoint
CREATE TABLE "former_customers" (
	"hash" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "former_customers_hash_account_id_pk" PRIMARY KEY("hash","account_id")
);
--> statement-breakpoint
CREATE TABLE "points_balances" (
	"account_id" text PRIMARY KEY NOT NULL,
	"balance" integer DEFAULT 0 NOT NULL,
	"debt" integer DEFAULT 0 NOT NULL,
	"milestone_seen" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "points_balances_not_negative" CHECK ("points_balances"."balance" >= 0 and "points_balances"."debt" >= 0)
);
--> statement-breakpoint
CREATE TABLE "points_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"points" integer NOT NULL,
	"order_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "points_entries_kind" CHECK ("points_entries"."kind" in ('earned','taken_back','milestone','referral','referral_held','referral_reversed','held','returned','apology','moved_in'))
);
--> statement-breakpoint
CREATE TABLE "referral_codes" (
	"account_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "referral_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" text PRIMARY KEY NOT NULL,
	"referrer_id" text NOT NULL,
	"friend_id" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"held_at" timestamp (3) with time zone,
	"rewarded_at" timestamp (3) with time zone,
	CONSTRAINT "referrals_not_self" CHECK ("referrals"."referrer_id" <> "referrals"."friend_id"),
	CONSTRAINT "referrals_status" CHECK ("referrals"."status" in ('applied','held','rewarded','reversed','refused')),
	CONSTRAINT "referrals_held_since" CHECK ("referrals"."status" <> 'held' or "referrals"."held_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "slips" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"link_id" text NOT NULL,
	"bank" text NOT NULL,
	"ref" text NOT NULL,
	"via" text NOT NULL,
	"state" text NOT NULL,
	"picture" text,
	"amount" bigint,
	"paid_on" date,
	"paid_at_time" text,
	"transfer_id" text,
	"checks" integer DEFAULT 0 NOT NULL,
	"check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "slips_state" CHECK ("slips"."state" in ('stored','checking','booked','listed','gateway','foreign','unknown')),
	CONSTRAINT "slips_checked" CHECK (("slips"."state" = 'checking') = ("slips"."check_at" is not null)),
	CONSTRAINT "slips_via" CHECK ("slips"."via" in ('page','line'))
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"refund_limit" bigint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_name" CHECK (length("api_tokens"."name") between 1 and 60),
	CONSTRAINT "api_tokens_scopes" CHECK (array_to_string("api_tokens"."scopes", ' ') ~ '^[a-z]+(:(read|write))?( [a-z]+(:(read|write))?)*$'),
	CONSTRAINT "api_tokens_refund_limit" CHECK ("api_tokens"."refund_limit" between 0 and 10000000),
	CONSTRAINT "api_tokens_expiry" CHECK ("api_tokens"."expires_at" > "api_tokens"."created_at")
);
--> statement-breakpoint
CREATE TABLE "desk_views" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "desk_views_lengths" CHECK (length("desk_views"."name") between 1 and 40 and length("desk_views"."query") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_norm" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"locale" text NOT NULL,
	"refund_limit" bigint DEFAULT 0 NOT NULL,
	"passkey_handle" text NOT NULL,
	"totp_sealed" text,
	"totp_step" bigint,
	"invited_at" timestamp (3) with time zone NOT NULL,
	"joined_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "staff_passkey_handle_unique" UNIQUE("passkey_handle"),
	CONSTRAINT "staff_refund_limit" CHECK ("staff"."refund_limit" between 0 and 10000000),
	CONSTRAINT "staff_role" CHECK ("staff"."role" in ('support','warehouse','finance','owner')),
	CONSTRAINT "staff_name" CHECK (length("staff"."name") <= 60 and ("staff"."joined_at" is null or "staff"."name" <> ''))
);
--> statement-breakpoint
CREATE TABLE "staff_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_links_purpose" CHECK ("staff_links"."purpose" in ('invitation','log_in'))
);
--> statement-breakpoint
CREATE TABLE "staff_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"staff_id" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_notes_body" CHECK (length("staff_notes"."body") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"synced" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "staff_passkeys_counter" CHECK ("staff_passkeys"."counter" between 0 and 4294967295)
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" text NOT NULL,
	"method" text NOT NULL,
	"device" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"proven_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_sessions_method" CHECK ("staff_sessions"."method" in ('passkey','totp')),
	CONSTRAINT "staff_sessions_seen" CHECK ("staff_sessions"."seen_at" >= "staff_sessions"."created_at" and "staff_sessions"."proven_at" >= "staff_sessions"."created_at")
);
--> statement-breakpoint
CREATE TABLE "subscriber_marks" (
	"account_id" text PRIMARY KEY NOT NULL,
	"tags" text[] NOT NULL,
	"follow_up_on" date,
	"staff_id" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriber_marks_tags" CHECK (cardinality("subscriber_marks"."tags") <= 10)
);
--> statement-breakpoint
CREATE TABLE "box_items" (
	"subscription_id" text NOT NULL,
	"product_code" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "box_items_subscription_id_product_code_pk" PRIMARY KEY("subscription_id","product_code"),
	CONSTRAINT "box_items_quantity" CHECK ("box_items"."quantity" between 1 and 10)
);
--> statement-breakpoint
CREATE TABLE "cancel_offer_counts" (
	"kind" text NOT NULL,
	"reason_group" text NOT NULL,
	"shown" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "cancel_offer_counts_kind_reason_group_pk" PRIMARY KEY("kind","reason_group"),
	CONSTRAINT "cancel_offer_counts_kind" CHECK ("cancel_offer_counts"."kind" in ('pause','frequency')),
	CONSTRAINT "cancel_offer_counts_group" CHECK ("cancel_offer_counts"."reason_group" in ('need','away','other')),
	CONSTRAINT "cancel_offer_counts_accepted" CHECK ("cancel_offer_counts"."accepted" between 0 and "cancel_offer_counts"."shown")
);
--> statement-breakpoint
CREATE TABLE "cancel_reason_counts" (
	"reason" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule_epochs" (
	"subscription_id" text NOT NULL,
	"seq" integer NOT NULL,
	"from_index" integer NOT NULL,
	"base_month" text NOT NULL,
	"payment_day" integer NOT NULL,
	"frequency" integer NOT NULL,
	"skips" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "schedule_epochs_subscription_id_seq_pk" PRIMARY KEY("subscription_id","seq"),
	CONSTRAINT "schedule_epochs_month" CHECK ("schedule_epochs"."base_month" ~ '^[0-9]{4}-[0-9]{2}$'),
	CONSTRAINT "schedule_epochs_day" CHECK ("schedule_epochs"."payment_day" between 1 and 31),
	CONSTRAINT "schedule_epochs_frequency" CHECK ("schedule_epochs"."frequency" in (1,2,3))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"status" text NOT NULL,
	"frequency" integer NOT NULL,
	"payment_day" integer NOT NULL,
	"payment_method" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"next_index" integer DEFAULT 0 NOT NULL,
	"code" text,
	"registered_on" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"cancel_comment" text,
	"paused_until" date,
	"offered_at" timestamp (3) with time zone,
	"offer_open" boolean DEFAULT false NOT NULL,
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('awaiting_payment','active','inactive','cancelled','imported')),
	CONSTRAINT "subscriptions_imported" CHECK ("subscriptions"."status" <> 'imported' or ("subscriptions"."next_index" = 0 and "subscriptions"."activated_at" is null and "subscriptions"."code" is null)),
	CONSTRAINT "subscriptions_offer" CHECK (not "subscriptions"."offer_open" or "subscriptions"."offered_at" is not null),
	CONSTRAINT "subscriptions_frequency" CHECK ("subscriptions"."frequency" in (1,2,3)),
	CONSTRAINT "subscriptions_payment_day" CHECK ("subscriptions"."payment_day" between 1 and 31),
	CONSTRAINT "subscriptions_payment_method" CHECK ("subscriptions"."payment_method" in ('card','offline','bank_account')),
	CONSTRAINT "subscriptions_cancelled_when" CHECK (("subscriptions"."status" = 'cancelled') = ("subscriptions"."cancelled_at" is not null)),
	CONSTRAINT "subscriptions_paused_while_active" CHECK ("subscriptions"."paused_until" is null or "subscriptions"."status" = 'active'),
	CONSTRAINT "subscriptions_active_once_activated" CHECK ("subscriptions"."status" not in ('active','inactive') or "subscriptions"."activated_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"endpoint_id" text NOT NULL,
	"event_id" text NOT NULL,
	"position" bigint,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"next_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_endpoint_id_event_id_pk" PRIMARY KEY("endpoint_id","event_id"),
	CONSTRAINT "webhook_deliveries_status" CHECK ("webhook_deliveries"."status" in ('waiting','sent','failed')),
	CONSTRAINT "webhook_deliveries_next" CHECK (("webhook_deliveries"."next_at" is not null) = ("webhook_deliveries"."status" = 'waiting'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"types" text[] NOT NULL,
	"personal" boolean DEFAULT false NOT NULL,
	"secret_sealed" text NOT NULL,
	"old_secret_sealed" text,
	"old_secret_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"position" bigint NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"off_at" timestamp (3) with time zone,
	"off_why" text,
	CONSTRAINT "webhook_endpoints_off_why" CHECK ("webhook_endpoints"."off_why" in ('staff','failing','gone')),
	CONSTRAINT "webhook_endpoints_off" CHECK (("webhook_endpoints"."off_at" is null) = ("webhook_endpoints"."off_why" is null)),
	CONSTRAINT "webhook_endpoints_old_secret" CHECK (("webhook_endpoints"."old_secret_sealed" is null) = ("webhook_endpoints"."old_secret_until" is null))
);
--> statement-breakpoint
CREATE TABLE "failed_rows" (
	"job" text NOT NULL,
	"row_id" text NOT NULL,
	"failures" integer NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"error" text NOT NULL,
	CONSTRAINT "failed_rows_job_row_id_pk" PRIMARY KEY("job","row_id")
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"name" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_flows" ADD CONSTRAINT "line_flows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_passkey_id_passkeys_id_fk" FOREIGN KEY ("passkey_id") REFERENCES "public"."passkeys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_money_id_money_received_id_fk" FOREIGN KEY ("money_id") REFERENCES "public"."money_received"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_bulk_id_bulk_changes_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_items" ADD CONSTRAINT "plan_items_plan_code_plans_code_fk" FOREIGN KEY ("plan_code") REFERENCES "public"."plans"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_items" ADD CONSTRAINT "plan_items_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_contents" ADD CONSTRAINT "product_contents_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_contents" ADD CONSTRAINT "product_contents_contained_code_products_code_fk" FOREIGN KEY ("contained_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_prices" ADD CONSTRAINT "product_prices_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_entries" ADD CONSTRAINT "stock_entries_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_pictures" ADD CONSTRAINT "conversation_pictures_message_id_conversation_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."conversation_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_invoice_buyers" ADD CONSTRAINT "tax_invoice_buyers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_received" ADD CONSTRAINT "money_received_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_received" ADD CONSTRAINT "money_received_attempt_id_charge_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."charge_attempts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "numbers" ADD CONSTRAINT "numbers_month_number_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."number_months"("month") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_addresses" ADD CONSTRAINT "order_addresses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_free_product_code_products_code_fk" FOREIGN KEY ("free_product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replaced_parcels" ADD CONSTRAINT "replaced_parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_links" ADD CONSTRAINT "order_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_attempts" ADD CONSTRAINT "charge_attempts_link_id_payment_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."payment_links"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateway_transfers" ADD CONSTRAINT "gateway_transfers_bank_transfer_id_bank_transfers_id_fk" FOREIGN KEY ("bank_transfer_id") REFERENCES "public"."bank_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_notices" ADD CONSTRAINT "price_notices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_money_id_money_received_id_fk" FOREIGN KEY ("money_id") REFERENCES "public"."money_received"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_money_id_money_received_id_fk" FOREIGN KEY ("money_id") REFERENCES "public"."money_received"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_uses" ADD CONSTRAINT "code_uses_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_balances" ADD CONSTRAINT "points_balances_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_entries" ADD CONSTRAINT "points_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_entries" ADD CONSTRAINT "points_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_accounts_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_friend_id_accounts_id_fk" FOREIGN KEY ("friend_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_link_id_payment_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."payment_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_transfer_id_bank_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."bank_transfers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_views" ADD CONSTRAINT "desk_views_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriber_marks" ADD CONSTRAINT "subscriber_marks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_items" ADD CONSTRAINT "box_items_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_items" ADD CONSTRAINT "box_items_product_code_products_code_fk" FOREIGN KEY ("product_code") REFERENCES "public"."products"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_epochs" ADD CONSTRAINT "schedule_epochs_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email_once" ON "accounts" USING btree ("email_norm");--> statement-breakpoint
CREATE INDEX "accounts_by_phone" ON "accounts" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "accounts_by_time" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_by_email_norm" ON "accounts" USING btree (email_norm text_pattern_ops) WHERE "accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "accounts_by_first_name" ON "accounts" USING btree (lower(first_name) text_pattern_ops) WHERE "accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "accounts_by_last_name" ON "accounts" USING btree (lower(last_name) text_pattern_ops) WHERE "accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "accounts_search" ON "accounts" USING gin (translate(lower(first_name || ' ' || last_name || ' ' || split_part(email_norm, '@', 1) || ' ' || phone), 'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮฯะัาำิีึืฺุูเแโใไๅๆ็่้๊๋์ํ๎๐๑๒๓๔๕๖๗๘๙', 'bcdfghjklmnpqrstvwxyzaeiou0123456789bcdfghjklmnpqrstvwxyzaeiou0123456789b0123456789') gin_trgm_ops) WHERE "accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "accounts_search_place" ON "accounts" USING gin (translate(lower(coalesce(address, '') || ' ' || coalesce(subdistrict, '') || ' ' || coalesce(district, '') || ' ' || coalesce(province, '') || ' ' || coalesce(postal_code, '')), 'กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรฤลฦวศษสหฬอฮฯะัาำิีึืฺุูเแโใไๅๆ็่้๊๋์ํ๎๐๑๒๓๔๕๖๗๘๙', 'bcdfghjklmnpqrstvwxyzaeiou0123456789bcdfghjklmnpqrstvwxyzaeiou0123456789b0123456789') gin_trgm_ops) WHERE "accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "accounts_address_to_erase" ON "accounts" USING btree ("id") WHERE "accounts"."deleted_at" is not null and "accounts"."address" is not null;--> statement-breakpoint
CREATE INDEX "accounts_failed_email" ON "accounts" USING btree ("email_failed_at") WHERE "accounts"."failed_email_norm" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_hash_once" ON "calendar_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "consents_once_in_force" ON "consents" USING btree ("account_id","purpose") WHERE "consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "consents_withdrawn" ON "consents" USING btree ("withdrawn_at") WHERE "consents"."withdrawn_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_subject_once" ON "identities" USING btree ("provider","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_account_once" ON "identities" USING btree ("provider","account_id");--> statement-breakpoint
CREATE INDEX "identities_of_account" ON "identities" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "line_flows_of_account" ON "line_flows" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "line_flows_by_expiry" ON "line_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "line_registrations_by_expiry" ON "line_registrations" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_hash_once" ON "one_time_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "one_time_tokens_of_account" ON "one_time_tokens" USING btree ("account_id","kind");--> statement-breakpoint
CREATE INDEX "one_time_tokens_holding_email" ON "one_time_tokens" USING btree ("email") WHERE "one_time_tokens"."kind" = 'not_me';--> statement-breakpoint
CREATE INDEX "passkey_challenges_by_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_once" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_of_account" ON "passkeys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_of_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_of_passkey" ON "sessions" USING btree ("passkey_id");--> statement-breakpoint
CREATE INDEX "audit_events_of_subject" ON "audit_events" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "audit_events_of_staff" ON "audit_events" USING btree ("actor","at") WHERE actor like 'staff:%';--> statement-breakpoint
CREATE INDEX "audit_events_of_tokens" ON "audit_events" USING btree ("actor","at") WHERE actor like 'token:%';--> statement-breakpoint
CREATE INDEX "audit_events_staff_by_time" ON "audit_events" USING btree ("at","id") WHERE actor like 'staff:%';--> statement-breakpoint
CREATE INDEX "audit_events_of_pauses" ON "audit_events" USING btree ("subject") WHERE what = 'subscription.paused';--> statement-breakpoint
CREATE INDEX "audit_events_state_by_time" ON "audit_events" USING btree ("at") WHERE what in ('subscription.activated','subscription.return_begun','subscription.deactivated','subscription.cancelled','subscription.paused','subscription.resumed');--> statement-breakpoint
CREATE INDEX "audit_events_state_of_subject" ON "audit_events" USING btree ("subject","at") WHERE what in ('subscription.activated','subscription.return_begun','subscription.deactivated','subscription.cancelled','subscription.paused','subscription.resumed');--> statement-breakpoint
CREATE INDEX "bank_transfers_of_order" ON "bank_transfers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "bank_transfers_of_money" ON "bank_transfers" USING btree ("money_id");--> statement-breakpoint
CREATE INDEX "bank_transfers_by_day" ON "bank_transfers" USING btree ("paid_on","amount");--> statement-breakpoint
CREATE INDEX "bank_transfers_by_bank_id" ON "bank_transfers" USING btree ("bank_id") WHERE "bank_transfers"."bank_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_transfers_to_look_at" ON "bank_transfers" USING btree ("recorded_at") WHERE "bank_transfers"."status" <> 'matched';--> statement-breakpoint
CREATE INDEX "statement_imports_by_time" ON "statement_imports" USING btree ("imported_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_one_pending" ON "bank_accounts" USING btree ("account_id") WHERE "bank_accounts"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "bank_accounts_one_linked" ON "bank_accounts" USING btree ("account_id") WHERE "bank_accounts"."status" = 'linked';--> statement-breakpoint
CREATE INDEX "bank_accounts_of_account" ON "bank_accounts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "bank_accounts_to_check" ON "bank_accounts" USING btree ("check_at","id") WHERE "bank_accounts"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "bulk_changes_by_time" ON "bulk_changes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_rows_once" ON "bulk_rows" USING btree ("bulk_id","account_id");--> statement-breakpoint
CREATE INDEX "bulk_rows_of_account" ON "bulk_rows" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "stock_entries_of_product" ON "stock_entries" USING btree ("product_code","created_at");--> statement-breakpoint
CREATE INDEX "thai_addresses_by_postcode" ON "thai_addresses" USING btree ("postal_code");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_messages_once" ON "conversation_messages" USING btree ("event_key");--> statement-breakpoint
CREATE INDEX "conversation_messages_of" ON "conversation_messages" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "conversation_messages_line" ON "conversation_messages" USING btree ("line_message_id");--> statement-breakpoint
CREATE INDEX "conversation_pictures_by_time" ON "conversation_pictures" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_line_once" ON "conversations" USING btree ("line_subject");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_token_once" ON "conversations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "conversations_of_account" ON "conversations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "conversations_of_order" ON "conversations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "conversations_by_state" ON "conversations" USING btree ("state","last_at");--> statement-breakpoint
CREATE INDEX "conversations_closed" ON "conversations" USING btree ("closed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_answers_once" ON "saved_answers" USING btree ("title");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_number_once" ON "documents" USING btree ("kind","number");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_one_receipt" ON "documents" USING btree ("order_id") WHERE "documents"."kind" = 'receipt';--> statement-breakpoint
CREATE UNIQUE INDEX "documents_one_tax_invoice" ON "documents" USING btree ("order_id") WHERE "documents"."kind" = 'tax_invoice';--> statement-breakpoint
CREATE UNIQUE INDEX "documents_once_per_refund" ON "documents" USING btree ("refund_id","kind");--> statement-breakpoint
CREATE INDEX "documents_of_order" ON "documents" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "documents_by_day" ON "documents" USING btree ("issued_on","kind","number");--> statement-breakpoint
CREATE INDEX "tax_invoice_buyers_by_age" ON "tax_invoice_buyers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "event_sets_by_position" ON "event_sets" USING btree ("position");--> statement-breakpoint
CREATE INDEX "event_sets_waiting" ON "event_sets" USING btree ("seq") WHERE "event_sets"."position" is null;--> statement-breakpoint
CREATE INDEX "broadcasts_by_time" ON "broadcasts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_records_by_age" ON "idempotency_records" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "messages_queued" ON "messages" USING btree ("not_before","id") WHERE "messages"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "messages_of_account" ON "messages" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "messages_by_age" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("created_at") WHERE "messages"."status" = 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "money_received_once" ON "money_received" USING btree ("provider","provider_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "money_received_one_kept" ON "money_received" USING btree ("order_id") WHERE "money_received"."verdict" = 'kept';--> statement-breakpoint
CREATE INDEX "money_received_by_amount" ON "money_received" USING btree ("amount","recorded_at");--> statement-breakpoint
CREATE INDEX "money_received_of_order" ON "money_received" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "money_received_of_attempt" ON "money_received" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "money_received_by_time" ON "money_received" USING brin ("recorded_at") WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "money_received_to_return" ON "money_received" USING btree ("recorded_at") WHERE "money_received"."verdict" <> 'kept';--> statement-breakpoint
CREATE UNIQUE INDEX "import_rows_once" ON "import_rows" USING btree ("source","external_id") WHERE "import_rows"."state" in ('imported','active');--> statement-breakpoint
CREATE INDEX "import_rows_by_email" ON "import_rows" USING btree ("import_id","email_norm");--> statement-breakpoint
CREATE INDEX "import_rows_by_id" ON "import_rows" USING btree ("import_id","external_id");--> statement-breakpoint
CREATE INDEX "import_rows_of_account" ON "import_rows" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "import_rows_to_link" ON "import_rows" USING btree ("link_on") WHERE "import_rows"."link_on" is not null;--> statement-breakpoint
CREATE INDEX "imports_by_time" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ended_registrations_by_day" ON "ended_registrations" USING btree ("registered_on");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_by_number" ON "orders" USING btree ("order_number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_per_cycle" ON "orders" USING btree ("subscription_id","cycle_index");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_per_date" ON "orders" USING btree ("subscription_id","payment_date") WHERE "orders"."status" not in ('void','missed','unpaid') and not ("orders"."status" = 'skipped' and "orders"."begun_at" is not null);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open" ON "orders" USING btree ("subscription_id") WHERE "orders"."status" in ('charging','awaiting_payment');--> statement-breakpoint
CREATE INDEX "orders_owed" ON "orders" USING btree ("subscription_id","cycle_index") WHERE "orders"."status" in ('charging','awaiting_payment','unpaid');--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_account" ON "orders" USING btree ("account_id","payment_date");--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at","id") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_missed" ON "orders" USING btree ("payment_date","id") WHERE "orders"."status" = 'missed';--> statement-breakpoint
CREATE INDEX "orders_to_begin" ON "orders" USING btree ("payment_date","subscription_id") WHERE "orders"."begun_at" is null and "orders"."status" in ('upcoming','skipped');--> statement-breakpoint
CREATE INDEX "orders_to_remind" ON "orders" USING btree ("payment_date","id") WHERE "orders"."status" = 'upcoming' and "orders"."reminded_at" is null;--> statement-breakpoint
CREATE INDEX "replaced_parcels_by_parcel" ON "replaced_parcels" USING btree ("external_id");--> statement-breakpoint
CREATE INDEX "replaced_parcels_by_tracking" ON "replaced_parcels" USING btree ("tracking_number");--> statement-breakpoint
CREATE INDEX "shipments_by_tracking" ON "shipments" USING btree ("tracking_number");--> statement-breakpoint
CREATE INDEX "shipments_not_left" ON "shipments" USING btree ("order_id") WHERE "shipments"."status" in ('preparing','packed') and "shipments"."loss" is null;--> statement-breakpoint
CREATE INDEX "shipments_on_way" ON "shipments" USING btree ("shipped_at","order_id") WHERE "shipments"."status" = 'shipped' and "shipments"."loss" is null;--> statement-breakpoint
CREATE INDEX "shipments_arrived" ON "shipments" USING btree ("delivered_at","order_id") WHERE "shipments"."status" = 'delivered';--> statement-breakpoint
CREATE INDEX "shipments_shipped" ON "shipments" USING btree ("shipped_at") WHERE "shipments"."shipped_at" is not null;--> statement-breakpoint
CREATE INDEX "shipments_to_check" ON "shipments" USING btree ("check_at","order_id") WHERE "shipments"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "shipments_with_problem" ON "shipments" USING btree ("updated_at") WHERE "shipments"."problem" is not null;--> statement-breakpoint
CREATE INDEX "order_links_of_order" ON "order_links" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_links_by_age" ON "order_links" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_links_swap_once" ON "order_links" USING btree ("order_id",("swap" ->> 'from')) WHERE "order_links"."action" = 'swap';--> statement-breakpoint
CREATE UNIQUE INDEX "cards_one_default" ON "cards" USING btree ("account_id") WHERE "cards"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "cards_once" ON "cards" USING btree ("account_id","fingerprint") WHERE "cards"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "cards_default_by_expiry" ON "cards" USING btree ("expiry_year","expiry_month") WHERE "cards"."is_default";--> statement-breakpoint
CREATE INDEX "cards_of_account" ON "cards" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "cards_by_fingerprint" ON "cards" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "cards_by_last_digits" ON "cards" USING btree ("last_digits");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_attempts_one_live" ON "charge_attempts" USING btree ("order_id") WHERE "charge_attempts"."status" in ('created','sent','action_required','unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "charge_attempts_number_once" ON "charge_attempts" USING btree ("order_id","attempt_no");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_attempts_charge_once" ON "charge_attempts" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "charge_attempts_to_check" ON "charge_attempts" USING btree ("check_at","id") WHERE "charge_attempts"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "charge_attempts_of_account" ON "charge_attempts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "charge_attempts_of_card" ON "charge_attempts" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "charge_attempts_of_bank_account" ON "charge_attempts" USING btree ("bank_account_id");--> statement-breakpoint
CREATE INDEX "charge_attempts_of_link" ON "charge_attempts" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "charge_attempts_declined" ON "charge_attempts" USING btree ("closed_at") WHERE "charge_attempts"."status" = 'declined';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_one_open" ON "payment_links" USING btree ("order_id") WHERE "payment_links"."status" = 'open';--> statement-breakpoint
CREATE INDEX "payment_links_to_remind" ON "payment_links" USING btree ("remind_at","id") WHERE "payment_links"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_links_to_expire" ON "payment_links" USING btree ("check_at","id") WHERE "payment_links"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_links_of_order" ON "payment_links" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_per_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("due_at","id") WHERE "payments"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_giving_up" ON "payments" USING btree ("gives_up_at","id") WHERE "payments"."gives_up_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_of_account" ON "payments" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "gateway_transactions_by_time" ON "gateway_transactions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "gateway_transactions_by_transferable" ON "gateway_transactions" USING btree ("transferable_at");--> statement-breakpoint
CREATE INDEX "gateway_transactions_of_origin" ON "gateway_transactions" USING btree ("origin","created_at");--> statement-breakpoint
CREATE INDEX "gateway_transfers_by_time" ON "gateway_transfers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payout_differences_by_month" ON "payout_differences" USING btree ("month");--> statement-breakpoint
CREATE INDEX "price_changes_by_time" ON "price_changes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "provider_events_unsettled" ON "provider_events" USING btree ("received_at") WHERE "provider_events"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "provider_events_settled" ON "provider_events" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "provider_events_of_subject" ON "provider_events" USING btree ("provider","subject");--> statement-breakpoint
CREATE INDEX "disputes_of_money" ON "disputes" USING btree ("money_id");--> statement-breakpoint
CREATE INDEX "disputes_holding" ON "disputes" USING btree ("money_id") WHERE "disputes"."charging" <> 'allowed';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_open" ON "refunds" USING btree ("money_id") WHERE "refunds"."status" in ('created','sent','unknown');--> statement-breakpoint
CREATE INDEX "refunds_of_money" ON "refunds" USING btree ("money_id");--> statement-breakpoint
CREATE INDEX "refunds_by_time" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_succeeded" ON "refunds" USING btree ("closed_at") WHERE "refunds"."status" in ('succeeded','corrected');--> statement-breakpoint
CREATE INDEX "refunds_to_check" ON "refunds" USING btree ("check_at") WHERE "refunds"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_pay_to" ON "refunds" USING btree ("closed_at") WHERE "refunds"."pay_to" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "code_uses_slot_once" ON "code_uses" USING btree ("code","slot");--> statement-breakpoint
CREATE UNIQUE INDEX "code_uses_one_per_registration" ON "code_uses" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "former_customers_by_age" ON "former_customers" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "points_entries_once" ON "points_entries" USING btree ("account_id","kind","source");--> statement-breakpoint
CREATE INDEX "points_entries_of_account" ON "points_entries" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "points_entries_of_order" ON "points_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "points_entries_by_time" ON "points_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_one_per_friend" ON "referrals" USING btree ("friend_id");--> statement-breakpoint
CREATE INDEX "referrals_of_referrer" ON "referrals" USING btree ("referrer_id");--> statement-breakpoint
CREATE INDEX "referrals_held" ON "referrals" USING btree ("held_at") WHERE "referrals"."status" = 'held';--> statement-breakpoint
CREATE UNIQUE INDEX "slips_once" ON "slips" USING btree ("bank","ref");--> statement-breakpoint
CREATE INDEX "slips_of_order" ON "slips" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "slips_of_link" ON "slips" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "slips_of_transfer" ON "slips" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "slips_to_check" ON "slips" USING btree ("check_at","id") WHERE "slips"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "slips_with_picture" ON "slips" USING btree ("created_at") WHERE "slips"."picture" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "api_tokens_hash_once" ON "api_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "desk_views_once" ON "desk_views" USING btree ("staff_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email_once" ON "staff" USING btree ("email_norm");--> statement-breakpoint
CREATE INDEX "staff_links_of_staff" ON "staff_links" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_links_by_expiry" ON "staff_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_notes_of_account" ON "staff_notes" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_passkeys_credential_once" ON "staff_passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "staff_passkeys_of_staff" ON "staff_passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_of_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_by_age" ON "staff_sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "subscriber_marks_to_follow" ON "subscriber_marks" USING btree ("follow_up_on") WHERE "subscriber_marks"."follow_up_on" is not null;--> statement-breakpoint
CREATE INDEX "subscriber_marks_by_tag" ON "subscriber_marks" USING gin ("tags");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_per_account" ON "subscriptions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "subscriptions_unpaid" ON "subscriptions" USING btree ("registered_on") WHERE "subscriptions"."activated_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_by_time" ON "subscriptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_registration" ON "subscriptions" USING btree ("registered_on");--> statement-breakpoint
CREATE INDEX "subscriptions_ended" ON "subscriptions" USING btree ("account_id") WHERE "subscriptions"."status" in ('inactive','cancelled');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_at") WHERE "webhook_deliveries"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("endpoint_id","created_at");--> statement-breakpoint
-- Written by hand: partitions, reference rows and triggers. A regenerated baseline gets these lines at its end.
create table event_sets_0 partition of event_sets for values in (0);
--> statement-breakpoint
create table event_sets_1 partition of event_sets for values in (1);
--> statement-breakpoint
create table event_sets_2 partition of event_sets for values in (2);
--> statement-breakpoint
create table event_sets_3 partition of event_sets for values in (3);
--> statement-breakpoint
create table event_sets_4 partition of event_sets for values in (4);
--> statement-breakpoint
insert into products (code, name_en, name_th, description_en, description_th, pieces, length_mm, image, sort) values
  ('day-pads', 'Day pads', 'ผ้าอนามัยกลางวัน', 'Organic cotton pads for an ordinary day, with wings.', 'ผ้าอนามัยผ้าฝ้ายออร์แกนิกสำหรับวันปกติ มีปีก', 10, 245, 'day-pads', 1),
  ('light-day-pads', 'Light day pads', 'ผ้าอนามัยกลางวันแบบบาง', 'Thinner and shorter, for lighter days.', 'บางและสั้นกว่า สำหรับวันมาน้อย', 10, 220, 'light-day-pads', 2),
  ('night-pads', 'Night pads', 'ผ้าอนามัยกลางคืน', 'Longer, for a whole night''s sleep.', 'ยาวกว่า สำหรับตลอดคืน', 6, 290, 'night-pads', 3),
  ('night-pads-xl', 'Night pads XL', 'ผ้าอนามัยกลางคืน XL', 'The longest, for heavy nights.', 'ยาวที่สุด สำหรับคืนที่มามาก', 6, 330, 'night-pads-xl', 4),
  ('panty-liners', 'Panty liners', 'แผ่นอนามัย', 'Thin liners for every day.', 'แผ่นบางสำหรับทุกวัน', 16, 150, 'panty-liners', 5),
  ('starter-pack', 'Starter pack', 'ชุดเริ่มต้น', 'One pack each of day pads, night pads and panty liners.', 'ผ้าอนามัยกลางวัน กลางคืน และแผ่นอนามัย อย่างละหนึ่งห่อ', null, null, 'starter-pack', 6),
  ('starter-pack-v2', 'Starter pack V2', 'ชุดเริ่มต้น V2', 'One pack each of light day pads, day pads, night pads XL and panty liners.', 'ผ้าอนามัยกลางวันแบบบาง กลางวัน กลางคืน XL และแผ่นอนามัย อย่างละหนึ่งห่อ', null, null, 'starter-pack-v2', 7);
--> statement-breakpoint
insert into product_prices (product_code, version, list_price, valid_from) values
  ('day-pads', 1, 14900, '2020-01-01T00:00:00Z'),
  ('light-day-pads', 1, 13900, '2020-01-01T00:00:00Z'),
  ('night-pads', 1, 14900, '2020-01-01T00:00:00Z'),
  ('night-pads-xl', 1, 15900, '2020-01-01T00:00:00Z'),
  ('panty-liners', 1, 11900, '2020-01-01T00:00:00Z'),
  ('starter-pack', 1, 38900, '2020-01-01T00:00:00Z'),
  ('starter-pack-v2', 1, 52900, '2020-01-01T00:00:00Z');
--> statement-breakpoint
insert into product_contents (product_code, contained_code, quantity) values
  ('starter-pack', 'day-pads', 1), ('starter-pack', 'night-pads', 1), ('starter-pack', 'panty-liners', 1),
  ('starter-pack-v2', 'light-day-pads', 1), ('starter-pack-v2', 'day-pads', 1), ('starter-pack-v2', 'night-pads-xl', 1), ('starter-pack-v2', 'panty-liners', 1);
--> statement-breakpoint
insert into plans (code, name_en, name_th, free_delivery, sort) values
  ('light', 'Light', 'มาน้อย', false, 1), ('regular', 'Regular', 'ปกติ', true, 2), ('heavy', 'Heavy', 'มามาก', true, 3);
--> statement-breakpoint
insert into plan_items (plan_code, product_code, quantity) values
  ('light', 'light-day-pads', 1), ('light', 'panty-liners', 1),
  ('regular', 'day-pads', 1), ('regular', 'night-pads', 1), ('regular', 'panty-liners', 1),
  ('heavy', 'day-pads', 2), ('heavy', 'night-pads', 1), ('heavy', 'night-pads-xl', 1), ('heavy', 'panty-liners', 1);
--> statement-breakpoint
insert into delivery_zones (prefix, zone) values ('10', 'bangkok'), ('11', 'bangkok'), ('12', 'bangkok'), ('73', 'bangkok'), ('74', 'bangkok');
--> statement-breakpoint
insert into delivery_rates (zone, fee) values ('bangkok', 4000), ('standard', 6000), ('remote_surcharge', 2000);
--> statement-breakpoint
insert into remote_postcodes (postal_code, surcharged)
select rtrim(entry, '*'), entry not like '%*' from regexp_split_to_table(
  '20120 20150* 21160* 23000* 23120* 23170 50250 50310 50350 55130 55220 57170 57180 57260 57310 57340 '
  '58000 58110 58120 58130 58140 58150 63150 63170 71180 71240 81130* 81150 81210 82000* 82160 '
  '83000 83100 83110 83120 83130 83150 84140 84220* 84280 84310 84320 84330 84360 85000* 91000* 91110* 92110* 92120* '
  '94000 94110 94120 94130 94140 94150 94160 94170 94180 94190 94220 94230 '
  '95000 95110 95120 95130 95140 95150 95160 95170 '
  '96000 96110 96120 96130 96140 96150 96160 96170 96180 96190 96210 96220', ' +') as entry;
--> statement-breakpoint
insert into clock_offset ("only", offset_ms) values (true, 0);
--> statement-breakpoint
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
--> statement-breakpoint
create trigger points_entries_append_only before update on points_entries for each row execute function refuse_rewriting();
--> statement-breakpoint
create trigger schedule_epochs_append_only before update on schedule_epochs for each row execute function refuse_rewriting();
--> statement-breakpoint
create trigger audit_events_append_only before update or delete on audit_events for each row execute function refuse_rewriting();
--> statement-breakpoint
insert into document_series (kind) values ('receipt'), ('credit_note'), ('debit_note'), ('tax_invoice');
--> statement-breakpoint
insert into event_counter default values;
--> statement-breakpoint
insert into leases (name, taken_at, until) values ('billing', now(), now());
--> statement-breakpoint
create trigger audit_events_no_truncate before truncate on audit_events for each statement execute function refuse_rewriting();
--> statement-breakpoint
create trigger tax_invoice_buyers_append_only before update on tax_invoice_buyers for each row execute function refuse_rewriting();
