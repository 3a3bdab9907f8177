ALTER TABLE "api_tokens" VALIDATE CONSTRAINT "api_tokens_refund_limit";--> statement-breakpoint
ALTER TABLE "api_tokens" VALIDATE CONSTRAINT "api_tokens_scopes";
