ALTER TABLE "api_tokens" DROP CONSTRAINT "api_tokens_scopes";--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "refund_limit" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_refund_limit" CHECK ("api_tokens"."refund_limit" between 0 and 10000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_scopes" CHECK (array_to_string("api_tokens"."scopes", ' ') ~ '^[a-z]+(:(read|write))?( [a-z]+(:(read|write))?)*$') NOT VALID;
