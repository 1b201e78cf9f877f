module.exports = () => globalThis.simulator.stop()
