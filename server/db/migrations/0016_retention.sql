CREATE INDEX "access_log_at" ON "access_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "loan_tokens_created" ON "loan_tokens" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "loans_retention" ON "loans" USING btree ("status","created_at") WHERE "loans"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("created_at");