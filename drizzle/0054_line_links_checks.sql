ALTER TABLE "one_time_tokens" VALIDATE CONSTRAINT "one_time_tokens_kind";
