CREATE SEQUENCE "public"."event_order" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
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
CREATE INDEX "event_sets_by_position" ON "event_sets" USING btree ("position");--> statement-breakpoint
CREATE INDEX "event_sets_waiting" ON "event_sets" USING btree ("seq") WHERE "event_sets"."position" is null;--> statement-breakpoint
CREATE TABLE "event_sets_0" PARTITION OF "event_sets" FOR VALUES IN (0);--> statement-breakpoint
CREATE TABLE "event_sets_1" PARTITION OF "event_sets" FOR VALUES IN (1);--> statement-breakpoint
CREATE TABLE "event_sets_2" PARTITION OF "event_sets" FOR VALUES IN (2);--> statement-breakpoint
CREATE TABLE "event_sets_3" PARTITION OF "event_sets" FOR VALUES IN (3);--> statement-breakpoint
CREATE TABLE "event_sets_4" PARTITION OF "event_sets" FOR VALUES IN (4);--> statement-breakpoint
INSERT INTO "event_counter" DEFAULT VALUES;
