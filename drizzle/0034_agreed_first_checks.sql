ALTER TABLE "bank_accounts" VALIDATE CONSTRAINT "bank_accounts_pending";
