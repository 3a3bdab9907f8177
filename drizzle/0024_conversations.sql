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
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_messages_once" ON "conversation_messages" USING btree ("event_key");--> statement-breakpoint
CREATE INDEX "conversation_messages_of" ON "conversation_messages" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "conversation_messages_line" ON "conversation_messages" USING btree ("line_message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_line_once" ON "conversations" USING btree ("line_subject");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_token_once" ON "conversations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "conversations_of_account" ON "conversations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "conversations_of_order" ON "conversations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "conversations_by_state" ON "conversations" USING btree ("state","last_at");--> statement-breakpoint
CREATE INDEX "conversations_closed" ON "conversations" USING btree ("closed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_answers_once" ON "saved_answers" USING btree ("title");