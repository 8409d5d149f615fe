/* chart.c -- distributions of values as a picture: a self-contained SVG file */
#include "chart.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH = 760,
    PLOT_HEIGHT = 320,
    LEFT = 64,
    RIGHT = 24,
    TOP = 24,
    BOTTOM = 56,
    LINE = 22, /* of the legend */
    TICKS_ACROSS = 14,
    TICKS_UP = 8,
};

/* Where numbers are on the picture. */
struct frame {
    unsigned first; /* value at the left end */
    unsigned last;
    double most; /* share at the top */
    int top;     /* of the plot, below the legend */
};

static const char style[] =
    "<style>\n"
    "  text { font: 13px system-ui, 'DejaVu Sans', sans-serif; fill: #222 }\n"
    "  .paper { fill: #fff } .grid { stroke: #ddd } .axis { stroke: #444 }\n"
    "  .curve { fill: none; stroke-width: 2; stroke-linejoin: round } .area { fill-opacity: .12; "
    "stroke: none }\n"
    "  .other { stroke-dasharray: 5 4; stroke-width: 1.5 }\n"
    "  .c0 { stroke: #0067a5; fill: #0067a5 } .c1 { stroke: #c44e00; fill: #c44e00 }\n"
    "  .c2 { stroke: #007a55; fill: #007a55 } .c3 { stroke: #a0307c; fill: #a0307c }\n"
    "  .c4 { stroke: #806000; fill: #806000 } .c5 { stroke: #555; fill: #555 }\n"
    "  .curve { fill: none }\n"
    "  @media (prefers-color-scheme: dark) {\n"
    "    text { fill: #e4e4e4 }\n"
    "    .paper { fill: #16181c } .grid { stroke: #363a42 } .axis { stroke: #b4b4b4 }\n"
    "    .c0 { stroke: #5db6f0; fill: #5db6f0 } .c1 { stroke: #ff9c57; fill: #ff9c57 }\n"
    "    .c2 { stroke: #3fd6a4; fill: #3fd6a4 } .c3 { stroke: #f08fcf; fill: #f08fcf }\n"
    "    .c4 { stroke: #e0c050; fill: #e0c050 } .c5 { stroke: #bbb; fill: #bbb }\n"
    "    .curve { fill: none }\n"
    "  }\n"
    "</style>\n";

void chart_curve_of(const double *weight, unsigned values, struct chart_curve *curve)
{
    double all = 0, sum = 0;

    *curve = (struct chart_curve){0};
    for (unsigned value = 0; value < values; value++) {
        all += weight[value];
        sum += weight[value] * value;
    }
    for (unsigned value = 0; value < values && all > 0; value++) {
        curve->share[value] = weight[value] / all;
        if (weight[value] > 0)
            curve->values = value + 1;
    }
    curve->mean = all > 0 ? sum / all : 0;
}

/* The least of 1, 2, 5, 10, 20, ... times unit that makes at most so many steps. */
static double step_for(double range, double unit, int steps)
{
    static const double factor[] = {2, 2.5, 2};
    double step = unit;

    for (unsigned i = 0; range / step > steps; i = (i + 1) % 3)
        step *= factor[i];
    return step;
}

static double across(const struct frame *frame, double value)
{
    return LEFT + (value - frame->first) / (frame->last - frame->first) * (WIDTH - LEFT - RIGHT);
}

static double up(const struct frame *frame, double share)
{
    return frame->top + (1 - share / frame->most) * PLOT_HEIGHT;
}

static void include(struct frame *frame, const struct chart_curve *curve)
{
    for (unsigned value = 0; value < curve->values; value++) {
        if (curve->share[value] > 0 && value < frame->first)
            frame->first = value;
        if (curve->share[value] > frame->most)
            frame->most = curve->share[value];
    }
    if (curve->values > frame->last)
        frame->last = curve->values;
}

static struct frame frame_of(const struct chart_subject *subjects, unsigned count)
{
    struct frame frame = {.first = SCAN_VALUES, .top = TOP + LINE * (int)count + 12};

    for (unsigned i = 0; i < count; i++) {
        include(&frame, &subjects[i].value);
        include(&frame, &subjects[i].manhattan);
    }
    if (frame.first >= frame.last)
        frame.first = 0;
    frame.most *= 1.06;
    return frame;
}

static void write_axes(FILE *file, const struct frame *frame)
{
    double step = step_for(frame->last - frame->first, 1, TICKS_ACROSS);
    double rise = step_for(frame->most, 0.0001, TICKS_UP);
    double bottom = up(frame, 0);

    for (double share = 0; share <= frame->most; share += rise) {
        double y = up(frame, share);

        fprintf(file, "<path class='grid' d='M%d %.1fH%d'/>", LEFT, y, WIDTH - RIGHT);
        fprintf(file, "<text x='%d' y='%.1f' text-anchor='end'>%.*f%%</text>\n", LEFT - 8, y + 4,
                rise < 0.001  ? 2
                : rise < 0.01 ? 1
                              : 0,
                100 * share);
    }
    for (double value = ceil(frame->first / step) * step; value <= frame->last; value += step) {
        double x = across(frame, value);

        fprintf(file, "<path class='axis' d='M%.1f %.1fv5'/>", x, bottom);
        fprintf(file, "<text x='%.1f' y='%.1f' text-anchor='middle'>%.0f</text>\n", x, bottom + 20,
                value);
    }
    fprintf(file, "<path class='axis' d='M%d %.1fH%d'/>\n", LEFT, bottom, WIDTH - RIGHT);
    fprintf(file, "<text x='%d' y='%.1f' text-anchor='middle'>moves</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, bottom + 42);
}

static void write_points(FILE *file, const struct frame *frame, const struct chart_curve *curve)
{
    char command = 'M';

    for (unsigned value = frame->first; value <= frame->last; value++) {
        fprintf(file, "%c%.1f %.1f", command, across(frame, value),
                up(frame, value < SCAN_VALUES ? curve->share[value] : 0));
        command = 'L';
    }
}

/* A circle, a square, a triangle, ... */
static void write_mark(FILE *file, unsigned subject, double x, double y)
{
    static const char *const shapes[CHART_SUBJECTS] = {"m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
                                                       "m-5 -5h10v10h-10z",
                                                       "m0 -6l6 11h-12z",
                                                       "m0 -6l6 6l-6 6l-6 -6z",
                                                       "m-6 -5h12l-6 11z",
                                                       "m-6 -2h12v4h-12z"};

    fprintf(file, "<path class='c%u' d='M%.1f %.1f%s'/>\n", subject, x, y, shapes[subject]);
}

static void write_curves(FILE *file, const struct frame *frame, const struct chart_subject *subject,
                         unsigned number)
{
    unsigned peak = 0;

    for (unsigned value = 0; value < subject->value.values; value++)
        if (subject->value.share[value] > subject->value.share[peak])
            peak = value;
    fprintf(file, "<path class='c%u area' d='", number);
    write_points(file, frame, &subject->value);
    fprintf(file, "V%.1fH%dz'/>\n", up(frame, 0), LEFT);
    if (subject->manhattan.values > 0) {
        fprintf(file, "<path class='c%u curve other' d='", number);
        write_points(file, frame, &subject->manhattan);
        fprintf(file, "'/>\n");
    }
    fprintf(file, "<path class='c%u curve' d='", number);
    write_points(file, frame, &subject->value);
    fprintf(file, "'/>\n");
    write_mark(file, number, across(frame, peak), up(frame, subject->value.share[peak]));
}

/* Text as XML wants it; what is no text becomes a question mark. */
static void write_text(FILE *file, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '&' || *text == '<' || *text == '>')
            fprintf(file, "&#%d;", *text);
        else
            fputc((unsigned char)*text < ' ' ? '?' : *text, file);
}

static void write_legend(FILE *file, const struct chart_subject *subject, unsigned number)
{
    int y = TOP + LINE * (int)number;

    fprintf(file, "<path class='c%u curve' d='M%d %dh34'/>", number, LEFT, y);
    write_mark(file, number, LEFT + 17, y);
    fprintf(file, "<text x='%d' y='%d'>", LEFT + 44, y + 5);
    write_text(file, subject->name);
    fprintf(file, ": mean %.3f", subject->value.mean);
    if (subject->manhattan.values > 0)
        fprintf(file, "; Manhattan distance, dashed: %.3f", subject->manhattan.mean);
    fprintf(file, "</text>\n");
}

void chart_write(FILE *file, const struct chart_subject *subjects, unsigned count)
{
    struct frame frame = frame_of(subjects, count);
    int height = frame.top + PLOT_HEIGHT + BOTTOM;

    fprintf(file,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
            "role='img'>\n<title>How many positions need how many moves</title>\n",
            WIDTH, height, WIDTH, height);
    fputs(style, file);
    fprintf(file, "<rect class='paper' width='%d' height='%d'/>\n", WIDTH, height);
    write_axes(file, &frame);
    for (unsigned i = 0; i < count; i++)
        write_curves(file, &frame, &subjects[i], i);
    for (unsigned i = 0; i < count; i++)
        write_legend(file, &subjects[i], i);
    fputs("</svg>\n", file);
}
