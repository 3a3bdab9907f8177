ALTER TABLE "charge_attempts" VALIDATE CONSTRAINT "charge_attempts_bank_account_id_bank_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "charge_attempts" VALIDATE CONSTRAINT "charge_attempts_bank_account";--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_method";--> statement-breakpoint
ALTER TABLE "subscriptions" VALIDATE CONSTRAINT "subscriptions_payment_method";
