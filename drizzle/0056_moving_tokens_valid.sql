ALTER TABLE "imports" VALIDATE CONSTRAINT "imports_state";
