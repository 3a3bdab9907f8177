ALTER TABLE "documents" DROP CONSTRAINT "documents_kind";--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_refund";--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_kind" CHECK ("documents"."kind" in ('receipt','credit_note','debit_note','tax_invoice')) NOT VALID;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_refund" CHECK (("documents"."kind" in ('credit_note','debit_note')) = ("documents"."refund_id" is not null)) NOT VALID;--> statement-breakpoint
INSERT INTO "document_series" ("kind") VALUES ('debit_note');
