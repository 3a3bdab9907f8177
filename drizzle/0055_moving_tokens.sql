ALTER TABLE "imports" DROP CONSTRAINT "imports_state";--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "token" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "begun_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_state" CHECK ("imports"."state" in ('upload','checked','commit','claim','activate','undo','imported','active','undone')) NOT VALID;
