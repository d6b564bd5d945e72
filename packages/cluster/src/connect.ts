import { EnvironmentError } from "kernelbayes";
import { Redis } from "ioredis";
import type { ClusterAddress } from "./address.ts";

/** Seconds within which a first connection must succeed. */
const patience = 15;

/** How often a lost connection is tried again, in milliseconds. */
const retryPause = { shortest: 100, longest: 2000 };

/**
 * A first connection; an `EnvironmentError` if there is nobody or the password is wrong. Later losses of it are survived: commands wait, and are sent
 * again. A network that swallows everything counts as a lost connection after twenty seconds, which is more than any blocking command takes.
 */
export async function connect(address: ClusterAddress): Promise<Redis> {
  const { host, port, database, username, password, isEncrypted } = address;
  const connection = new Redis({
    host,
    port,
    db: database,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isEncrypted && { tls: { servername: host } }),
    maxRetriesPerRequest: null,
    connectTimeout: 10_000,
    socketTimeout: 20_000,
    retryStrategy: (times: number) => Math.min(retryPause.shortest * times, retryPause.longest),
    lazyConnect: true,
  });
  let reason = `no answer within ${patience} seconds`;
  // A listener keeps errors of the connection from ending the process; commands wait for the next connection.
  connection.on("error", (error: Error) => (reason = error.message));
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(reason)), patience * 1000);
    });
    // An address that is wrong stays wrong.
    const refused = new Promise<never>((_, reject) => {
      connection.once("error", (error: Error) => reject(error));
    });
    await Promise.race([connection.connect().then(() => connection.ping()), late, refused]);
    return connection;
  } catch (error) {
    connection.disconnect();
    throw unreachable(address, error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a connection when what was asked for has been answered, or after a second. */
export async function hangUp(connection: Redis): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, 1000)));
  // A connection that is lost cannot be ended in good order.
  await Promise.race([connection.quit().catch(() => {}), late]);
  clearTimeout(timer);
  connection.disconnect();
}

function unreachable({ shown }: ClusterAddress, reason: string): EnvironmentError {
  return new EnvironmentError(
    "cluster-unreachable",
    `The Redis of the cluster at ${shown} cannot be used: ${reason.replace(/\.$/, "")}.`,
    "Check the address, the password and that Redis runs and is reachable from here.",
  );
}
