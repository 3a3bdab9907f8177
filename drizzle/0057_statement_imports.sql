CREATE TABLE "statement_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"imported_by" text NOT NULL,
	"result" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "statement_imports_by_time" ON "statement_imports" USING btree ("imported_at");