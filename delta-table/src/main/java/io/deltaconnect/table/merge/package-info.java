/**
 * Key changes and the rows they meet become a plan (pure: which rows die, which are born, what the
 * feed shows), and the plan becomes files.
 */
package io.deltaconnect.table.merge;
