// Runs the tests of one file one after another; gives the names and errors of those that failed.

export async function failures(tests) {
  const out = [];
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
    } catch (error) {
      out.push(`${name}: ${error.message}\n${error.stack}`);
    }
  }
  return out;
}
