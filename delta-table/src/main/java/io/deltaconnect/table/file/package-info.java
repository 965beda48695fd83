/**
 * Parquet files in and out, by row position: parquet-mr directly, since Kernel's reader decodes
 * every value of every page. Names in files are physical ones (column mapping).
 */
package io.deltaconnect.table.file;
