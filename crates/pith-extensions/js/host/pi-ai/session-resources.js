// What a provider's code keeps for a session, and gives up with it.

const cleanups = new Set();

/** Gives a function that takes it back. */
export function registerSessionResourceCleanup(cleanup) {
  cleanups.add(cleanup);
  return () => void cleanups.delete(cleanup);
}

/** Runs all of them, whichever of them fail. */
export function cleanupSessionResources(sessionId) {
  const errors = [];
  for (const cleanup of [...cleanups]) {
    try {
      cleanup(sessionId);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, "Failed to cleanup session resources");
}
