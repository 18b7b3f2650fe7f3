# SPDX-License-Identifier: Apache-2.0
"""Writes the model of the Windows NT Bluetooth driver with so many adders and stoppers.

Usage: bluetooth.py ADDERS STOPPERS

The driver counts requests that are under way. An adder increments the counter, then looks whether the
driver is being stopped, and works if it is not. A stopper says that the driver is being stopped, gives
up the count that the driver itself holds, waits until the counter has been zero, and frees what the
adders work with. The counter has three bits; -1 is 7.
"""

import sys

HEADER = """// The Windows NT Bluetooth driver: {adders} adder{s1}, {stoppers} stopper{s2}. See bench/concurrent/bluetooth.py.
decl stopping, event, stopped; // being stopped; no request is under way; everything is freed
decl p2, p1, p0;               // requests under way, the driver itself counting as one
init !stopping & !event & !stopped & !p2 & !p1 & p0;

// Gives up one count: true if it was the last.
bool decrement() begin
  decl last;
  p2, p1, p0, last := (p2 & (p1 | p0)) | (!p2 & !p1 & !p0), p1 = p0, !p0, !p2 & !p1 & p0;
  return last;
end
"""

ADDER = """
thread Adder{n} begin
  // Whether the driver may be used.
  bool increment() begin
    decl last;
    p2, p1, p0 := (p2 & !(p1 & p0)) | (!p2 & p1 & p0), p1 != p0, !p0;
    if (stopping) then
      last := decrement();
      if (last) then event := T; fi
      return F;
    fi
    return T;
  end
  void main() begin
    decl usable, last;
    usable := increment();
    if (usable) then
      assert(!stopped);
      last := decrement();
      if (last) then event := T; fi
    fi
  end
end
"""

STOPPER = """
thread Stopper{n} begin
  void main() begin
    decl last;
    stopping := T;
    last := decrement();
    if (last) then event := T; fi
    assume(event);
    stopped := T;
  end
end
"""


def model(adders, stoppers):
    text = HEADER.format(adders=adders, stoppers=stoppers, s1="s" * (adders != 1), s2="s" * (stoppers != 1))
    text += "".join(ADDER.format(n=n + 1) for n in range(adders))
    return text + "".join(STOPPER.format(n=n + 1) for n in range(stoppers))


if __name__ == "__main__":
    print(model(int(sys.argv[1]), int(sys.argv[2])), end="")
