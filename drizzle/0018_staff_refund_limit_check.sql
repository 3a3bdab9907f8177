ALTER TABLE "staff" VALIDATE CONSTRAINT "staff_refund_limit";
