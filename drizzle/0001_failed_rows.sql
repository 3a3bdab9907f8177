CREATE TABLE "failed_rows" (
	"job" text NOT NULL,
	"row_id" text NOT NULL,
	"failures" integer NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"error" text NOT NULL,
	CONSTRAINT "failed_rows_job_row_id_pk" PRIMARY KEY("job","row_id")
);
