namespace dba;

/**
 * What the checks of a schedule have found: one row for each check and slot. A row that is `running` is the claim of a
 * server process, which holds until `leaseUntil`.
 */
entity CheckResults {
      /** Its file and its name; `model` and `model/<table>` are what the model says. */
  key checkId       : String(500);
      /** When it was due: the beginning of a period, in UTC. */
  key slot          : Timestamp;
      periodSeconds : Integer not null;
      schemaName    : String(255);
      tableName     : String(255);
      name          : String(500);
      rule          : String(50);
      /** `error` or `warning`. */
      severity      : String(10);
      ownedBy       : String(255);
      /** File, line and column. */
      place         : String(300);
      /** `running`, `pass`, `warn`, `fail`, or `error` where it could not be made. */
      status        : String(10) not null;
      /** Rows; of `model`, checks. */
      checked       : Integer64;
      failed        : Integer64;
      reason        : String(1000);
      /** When it was begun: later than the slot where no server ran then. One run answers for all slots that were due. */
      checkedAt     : Timestamp;
      durationMs    : Integer;
      runner        : String(36);
      leaseUntil    : Timestamp;
}

/** Changes of status that the webhook has not been told yet. */
entity CheckNotices {
  key checkId  : String(500);
  key slot     : Timestamp;
      previous : String(10);
      tries    : Integer not null;
      nextTry  : Timestamp not null;
}
