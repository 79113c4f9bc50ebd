"""The excavator, its levers moved by a Python function before every step.

    ./outrigger python examples/python/excavator.py [FOLDER]

A slow lift, reach and slew; the bucket's teeth are drawn from the side, cylinder forces over time.
"""

import outrigger
from plotting import MACHINES, plt, save

# From second, to second, lever, position.
SCRIPT = [
    (0.5, 2.5, "boom", 0.6),
    (1.5, 3.5, "stick", -0.5),
    (2.0, 4.0, "slew", 0.4),
    (3.5, 5.0, "bucket", 0.5),
    (4.5, 6.0, "boom", -0.4),
]


def main():
    world = outrigger.World(MACHINES / "excavator.yaml")

    @world.on_step
    def move_levers(w):
        for lever in {name for _, _, name, _ in SCRIPT}:
            now = [x for begin, end, name, x in SCRIPT if name == lever and begin <= w.time < end]
            w.set_input(lever, now[0] if now else 0.0)

    r = world.run(6.5, every=10, bodies=["uppercarriage", "boom", "stick", "bucket"])
    figure, ((side, levers), (forces, angles)) = plt.subplots(2, 2, figsize=(10, 7))
    side.plot(r["teeth_x"], r["teeth_z"], "C1")
    side.plot(r["teeth_x"][0], r["teeth_z"][0], "ko", ms=4)
    for row in range(0, len(r), len(r) // 6):
        # Origins of the frames, foot of the boom to the bucket's pin: a view, (rows, bodies, 7).
        side.plot(*r.poses[row, 1:, [0, 2]], "o-", color="0.6", lw=1, ms=2)
    side.set(xlabel="x [m]", ylabel="z [m]", title="path of the teeth", aspect="equal")
    for name in ("boom", "stick", "bucket"):
        levers.plot(r["time"], r[f"{name}_cylinder"], label=name)
        forces.plot(r["time"], r[f"{name}_force"] / 1e3, label=name)
    levers.set(ylabel="cylinder length [m]", title="cylinders")
    forces.set(xlabel="time [s]", ylabel="force [kN]")
    angles.plot(r["time"], r["slew_angle"], label="slew angle [rad]")
    angles.plot(r["time"], r["flow_share"], label="flow over demand")
    angles.set(xlabel="time [s]")
    for axes in (levers, forces, angles):
        axes.legend()
    for event in world.take_events():
        print(event.text)
    save(figure, __file__)


if __name__ == "__main__":
    main()
