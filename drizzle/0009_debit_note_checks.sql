ALTER TABLE "documents" VALIDATE CONSTRAINT "documents_kind";--> statement-breakpoint
ALTER TABLE "documents" VALIDATE CONSTRAINT "documents_refund";
