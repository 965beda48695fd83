/** Tests of everything together, judged by Spark. */
package io.deltaconnect.integration;
