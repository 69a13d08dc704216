const listed = (names: string): readonly string[] => names.trim().split(/\s+/)

/** Functions that are offered to whoever writes a statement: those of each engine that queries use. */
export const FUNCTIONS = {
  sqlite: listed(`
    abs acos asin atan atan2 avg ceil changes char coalesce concat concat_ws cos count cume_dist date datetime degrees
    dense_rank exp first_value floor format glob group_concat hex ifnull iif instr json json_array json_array_length
    json_each json_extract json_group_array json_group_object json_object json_tree json_type json_valid julianday lag
    last_value lead length like ln log log10 log2 lower ltrim max min mod nth_value ntile nullif octet_length
    percent_rank pi pow power printf quote radians random rank replace round row_number rtrim sign sin sqrt strftime
    string_agg substr substring sum tan time timediff total trim trunc typeof unhex unicode unixepoch upper`),
  postgres: listed(`
    abs age array_agg array_length array_to_string avg bool_and bool_or btrim cardinality ceil char_length coalesce
    concat concat_ws corr count cume_dist current_schema date_bin date_part date_trunc decode degrees dense_rank encode
    exp extract first_value floor format gen_random_uuid generate_series greatest initcap json_agg json_array_elements
    jsonb_agg jsonb_array_elements jsonb_array_length jsonb_build_object jsonb_each jsonb_object_agg jsonb_object_keys
    jsonb_path_query jsonb_pretty jsonb_typeof lag last_value lead least left length ln log lower lpad ltrim make_date
    max md5 min mod now nth_value ntile nullif octet_length percent_rank percentile_cont percentile_disc position power
    radians random rank regexp_matches regexp_replace regexp_split_to_table repeat replace reverse right round
    row_number row_to_json rpad rtrim sign split_part sqrt starts_with stddev string_agg string_to_array strpos substr
    substring sum to_char to_date to_jsonb to_number to_timestamp translate trim trunc unnest upper variance`),
  hana: listed(`
    ABS ADD_DAYS ADD_MONTHS ADD_SECONDS ADD_YEARS ASCII AVG CAST CEIL CHAR COALESCE CONCAT CORR COUNT CURRENT_DATE
    CURRENT_TIMESTAMP CURRENT_UTCTIMESTAMP DAYNAME DAYOFMONTH DAYOFYEAR DAYS_BETWEEN DENSE_RANK EXP EXTRACT FIRST_VALUE
    FLOOR GREATEST HOUR IFNULL INITCAP JSON_QUERY JSON_TABLE JSON_VALUE LAG LAST_DAY LAST_VALUE LEAD LEAST LEFT LENGTH LN
    LOCATE LOG LOWER LPAD LTRIM MAX MEDIAN MIN MINUTE MOD MONTH MONTHNAME NTH_VALUE NTILE NULLIF PERCENT_RANK POWER QUARTER
    RANK REPLACE REPLACE_REGEXPR RIGHT ROUND ROW_NUMBER RPAD RTRIM SECOND SECONDS_BETWEEN SIGN SQRT STDDEV STRING_AGG
    SUBSTRING SUBSTRING_REGEXPR SUBSTR_AFTER SUBSTR_BEFORE SUM SYSUUID TO_DATE TO_DECIMAL TO_INTEGER TO_NVARCHAR
    TO_TIMESTAMP TO_VARCHAR TRIM UPPER VAR WEEKDAY YEAR YEARS_BETWEEN`),
}
