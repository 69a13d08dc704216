/**
 * Functions of PostgreSQL that are not immutable, and yet do nothing but compute, by the time, the time zone, the language or
 * chance; and sizes of what a statement names. Whatever is not here is refused: those that read files, settings, the doings
 * of others or objects by names that come as values, those that run a text, and those of later versions.
 */
export const OPEN_FUNCTIONS: readonly string[] = [
  // Time.
  ...['age', 'clock_timestamp', 'date_add', 'date_part', 'date_subtract', 'date_trunc', 'extract', 'generate_series'],
  ...['make_timestamptz', 'now', 'overlaps', 'statement_timestamp', 'timeofday', 'timestamptz', 'timezone'],
  ...['to_timestamp', 'transaction_timestamp'],
  // Texts.
  ...['concat', 'concat_ws', 'convert', 'convert_from', 'convert_to', 'format', 'length', 'quote_literal'],
  ...['quote_nullable', 'to_char', 'to_date', 'to_number', 'xml_is_well_formed'],
  // Lists and documents.
  ...['array_sample', 'array_shuffle', 'array_to_json', 'array_to_string', 'enum_first', 'enum_last', 'enum_range'],
  ...['json_build_array', 'json_build_object', 'json_populate_record', 'json_populate_recordset', 'json_to_record'],
  ...['json_to_recordset', 'jsonb_build_array', 'jsonb_build_object', 'jsonb_path_exists_tz', 'jsonb_path_match_tz'],
  ...['jsonb_path_query_array_tz', 'jsonb_path_query_first_tz', 'jsonb_path_query_tz', 'jsonb_populate_record'],
  ...['jsonb_populate_record_valid', 'jsonb_populate_recordset', 'jsonb_to_record', 'jsonb_to_recordset'],
  ...['row_to_json', 'to_json', 'to_jsonb'],
  // Searching in texts.
  ...['get_current_ts_config', 'json_to_tsvector', 'jsonb_to_tsvector', 'phraseto_tsquery', 'plainto_tsquery'],
  ...['to_tsquery', 'to_tsvector', 'ts_headline', 'websearch_to_tsquery'],
  // Chance.
  ...['gen_random_uuid', 'random', 'random_normal', 'uuidv4', 'uuidv7'],
  // Who asks, and where.
  ...['current_database', 'current_schema', 'current_schemas', 'current_user', 'getdatabaseencoding', 'pg_backend_pid'],
  ...['pg_client_encoding', 'pg_is_in_recovery', 'pg_postmaster_start_time', 'session_user', 'version'],
  // Of a value, or of a table that the statement names.
  ...['pg_collation_for', 'pg_column_compression', 'pg_column_size', 'pg_database_size', 'pg_indexes_size'],
  ...['pg_partition_ancestors', 'pg_partition_tree', 'pg_relation_size', 'pg_table_size', 'pg_total_relation_size'],
  ...['pg_typeof'],
  // TABLESAMPLE.
  ...['bernoulli', 'system'],
]
