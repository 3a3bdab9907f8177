create trigger audit_events_no_truncate before truncate on audit_events for each statement execute function refuse_rewriting();
