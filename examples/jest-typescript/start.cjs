/** Starts a simulator for the whole run; its addresses are in the environment of all tests. */
module.exports = async () => {
  const { startSimulator } = await import('gmx-sim')
  globalThis.simulator = await startSimulator()
  Object.assign(process.env, globalThis.simulator.env)
}
